/** The card networks' own spelling, by the lower-case names that providers use. */
const NETWORKS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
};

/** Returns a network's name as cards show it: Visa for `visa`, American Express for `amex`. */
export function networkName(brand: string): string {
  return NETWORKS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** Returns a card's name as its owner knows it: `Visa •••• 4242`. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${networkName(brand)} •••• ${last4}`;
}
