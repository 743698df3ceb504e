import type { StatusFulfilment, StatusLine, StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { Currency } from '../../ui/money.ts';

/** Equal line items, which the page shows as one: the shopper bought two jackets, not one jacket twice. */
export type Group = { key: string; first: StatusLine; lines: StatusLine[] };

export function groupLines(lines: readonly StatusLine[], fulfilments: readonly StatusFulfilment[] = []): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const { id, total, cancel, ...shown } = line;
    const parcel = fulfilmentOf({ fulfilments }, line)?.number;
    const same = JSON.stringify([shown, parcel]);
    const group = groups.get(same);
    if (group) group.lines.push(line);
    else groups.set(same, { key: line.id, first: line, lines: [line] });
  }
  return [...groups.values()];
}

/** Returns the parcel in which the line item was sent. */
export function fulfilmentOf(
  { fulfilments }: { fulfilments: readonly StatusFulfilment[] },
  { id }: StatusLine,
): StatusFulfilment | undefined {
  return fulfilments.find(({ lineItemIds }) => lineItemIds.includes(id));
}

export function cancellable({ lines }: StatusPreorder): StatusLine[] {
  return lines.filter(({ cancel }) => cancel !== null);
}

/** Returns the line items behind the chosen numbers, and the amounts that their cancellation gives back. */
export function chosenLines(preorder: StatusPreorder, chosen: Readonly<Record<string, number>>) {
  const lines = groupLines(cancellable(preorder)).flatMap((group) => group.lines.slice(0, chosen[group.key] ?? 0));
  const lineItemIds = lines.map(({ id }) => id);
  return { lineItemIds, ...outcomeOf(preorder, lineItemIds) };
}

/** Sums the amounts of a cancellation of these line items. `preorder` is the version before the cancellation. */
export function outcomeOf(preorder: StatusPreorder, lineItemIds: readonly string[]) {
  const lines = preorder.lines.filter(({ id }) => lineItemIds.includes(id));
  const sum = (part: 'refund' | 'release' | 'kept') =>
    lines.reduce((total, { cancel }) => total + (cancel?.[part] ?? 0), 0);
  return { refund: sum('refund'), release: sum('release'), kept: sum('kept') };
}

export function currencyOf({ currency, currencyDigits }: StatusPreorder, locale: string): Currency {
  return { code: currency, digits: currencyDigits, locale };
}
