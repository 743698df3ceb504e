/** Replaces hidden letters. Its length is fixed, so that it does not reveal theirs. */
const HIDDEN = '•••';

/** Keeps the first letter alone: enough to recognise one's own text, too little to learn another person's. */
export function maskText(text: string): string {
  const [first] = new Intl.Segmenter().segment(text.trim());
  return first ? first.segment + HIDDEN : '';
}

// The token of a mailed link: an id, a dot and a secret. The dot may stand as an address or a page writes it.
const LINK_TOKEN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.|%2E|&#0*46;|&#x0*2E;|&period;)[\w-]{20,}/gi;

/** Masks the tokens of mailed links, in text and in HTML: who has one acts as the shopper. */
export function maskLinks(text: string): string {
  return text.replaceAll(LINK_TOKEN, HIDDEN);
}

/** Masks the name and the host of an address: `ada@mail.example` becomes `a•••@m•••.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const dot = host.lastIndexOf('.');
  const ending = dot > 0 ? host.slice(dot) : '';
  return `${maskText(email.slice(0, Math.max(at, 0)))}@${maskText(host)}${ending}`;
}
