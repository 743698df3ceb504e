/** How card networks write themselves; providers name them in lower case. */
const NETWORKS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
};

/** As it stands on the card: `visa` is Visa, `amex` American Express. */
export function networkName(brand: string): string {
  return NETWORKS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** As its owner knows it: `Visa •••• 4242`. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${networkName(brand)} •••• ${last4}`;
}
