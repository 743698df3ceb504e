/**
 * Pre-order references: 8 random letters of Crockford's 32 and a check character, such as `PO-7K2M-9QXT-X`.
 * With 40 random bits they cannot be guessed. The check character finds typing errors before the database is asked.
 */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LETTERS = 8;

/** Makes a reference from the first 5 bytes of `random`, its 40 bits. */
export function createReference(random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  let body = '';
  for (let place = RANDOM_LETTERS - 1; place >= 0; place -= 1)
    body += LETTERS[Number((bits >> BigInt(place * 5)) & 31n)];
  return format(body + checkCharacter(body));
}

/**
 * Reads a reference that a person typed: any case, with or without spaces and dashes, with the look-alikes O, I and L.
 * Returns null for text that is no reference.
 */
export function parseReference(text: string): string | null {
  const plain = text.slice(0, 40).toUpperCase().replace(/[\s-]/g, '');
  const body = (plain.length > RANDOM_LETTERS + 1 && plain.startsWith('PO') ? plain.slice(2) : plain)
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (body.length !== RANDOM_LETTERS + 1 || [...body].some((letter) => !LETTERS.includes(letter))) return null;
  const random = body.slice(0, RANDOM_LETTERS);
  return checkCharacter(random) === body[RANDOM_LETTERS] ? format(body) : null;
}

function format(body: string): string {
  return `PO-${body.slice(0, 4)}-${body.slice(4, 8)}-${body.slice(8)}`;
}

/** Luhn mod 32: finds every single wrong letter and nearly every swap of two neighbours. */
function checkCharacter(body: string): string {
  let sum = 0;
  let factor = 2;
  for (const letter of [...body].reverse()) {
    const product = LETTERS.indexOf(letter) * factor;
    sum += Math.floor(product / 32) + (product % 32);
    factor = factor === 2 ? 1 : 2;
  }
  return LETTERS[(32 - (sum % 32)) % 32] ?? '';
}
