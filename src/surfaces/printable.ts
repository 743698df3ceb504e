/**
 * Returns one line without control characters and text direction marks. Names and addresses come from shoppers and other
 * systems, and escape sequences or reversed text in them could deceive the merchant.
 */
export function printable(value: string | number | null | undefined): string {
  return String(value ?? '')
    .replace(/[\n\r\t\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
