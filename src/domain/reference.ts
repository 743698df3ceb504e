/**
 * Pre-order references: 8 random letters of Crockford's 32 and a check character, e.g. `PO-7K2M-9QXT-X`.
 * 40 bits: nobody guesses one, and a typing error is caught before anything is looked up.
 */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LETTERS = 8;

/** `random` gives 5 bytes, the 40 bits of the reference. */
export function createReference(random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  let body = '';
  for (let place = RANDOM_LETTERS - 1; place >= 0; place -= 1)
    body += LETTERS[Number((bits >> BigInt(place * 5)) & 31n)];
  return format(body + checkCharacter(body));
}

/** Reads what a person typed: case, spaces, dashes and look-alikes (O, I, L) are forgiven. Null: not a reference. */
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

/** Luhn mod 32: catches every single wrong letter and nearly every swap of neighbours. */
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
