import type { PreviewLine } from './reads.ts';

/** The line items of one pre-order in a list of a preview, as one row. */
export type PreviewOrder = Pick<PreviewLine, 'reference' | 'placed_at' | 'together'> & {
  lines: [PreviewLine, ...PreviewLine[]];
};

/** Groups line items by pre-order, in the order of the queue. */
export function ordersOf(lines: readonly PreviewLine[]): PreviewOrder[] {
  const orders = new Map<string, PreviewOrder>();
  for (const line of lines) {
    const { reference, placed_at, together } = line;
    const order = orders.get(reference);
    if (order) order.lines.push(line);
    else orders.set(reference, { reference, placed_at, together, lines: [line] });
  }
  return [...orders.values()];
}

/** Returns the sum of the charges as decimal text, with the decimals of the currency. */
export function chargeOf({ lines }: PreviewOrder): string {
  const digits = lines[0].charge.split('.')[1]?.length ?? 0;
  return lines.reduce((sum, { charge }) => sum + Number(charge), 0).toFixed(digits);
}
