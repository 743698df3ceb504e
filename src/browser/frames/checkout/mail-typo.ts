// Providers of most shoppers. Only long names, and no ending of a country: what differs from a short one by a letter is often right.
const PROVIDERS =
  'gmail.com googlemail.com outlook.com hotmail.com icloud.com yahoo.com t-online.de wanadoo.fr libero.it'.split(' ');

// One letter from a provider, and right.
const OTHERS = ['mail.com', 'email.com', 'ymail.com'];

/** Returns the address that was probably meant, if its provider is one slip of the fingers from a common one. */
export function meantAddress(email: string): string | undefined {
  const [, name = '', domain = ''] = /^(.*@)([^@]+)$/.exec(email.trim()) ?? [];
  const typed = domain.toLowerCase();
  if (PROVIDERS.includes(typed) || OTHERS.includes(typed)) return undefined;
  const meant = PROVIDERS.find((provider) => isOneSlip(typed, provider));
  return meant && name + meant;
}

/** Whether the texts differ by one letter that is missing, added or another, or by two that changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  let end = 0;
  const most = Math.min(typed.length, meant.length) - start;
  while (end < most && typed.at(-1 - end) === meant.at(-1 - end)) end++;
  const [a, b] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  return Math.max(a.length, b.length) === 1 || (a.length === 2 && a === [...b].reverse().join(''));
}
