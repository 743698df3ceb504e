/** How often a platform is asked what has changed. Webhooks tell at once; asking finds what they lost, and what happened meanwhile. */
export const READ_EVERY_MS = 60_000;

/** After so long without asking no worker ran, and webhooks may be lost. */
export const READ_GAP_MS = 5 * 60_000;

/** How often a platform's products are compared as a whole, which finds what the platform does not tell. */
export const SYNC_EVERY_HOURS = 24;

/** What a connection does now. `partly`: there is something that a person has to know or do. */
export type Works = 'yes' | 'partly' | 'no';

type Part = 'lines' | 'order' | 'no';
type ConnectionFacts = {
  kind: string;
  can: {
    changes: boolean;
    webhooks: boolean;
    hold: Part;
    shipWindow: boolean;
    cancel: Part;
    refunds: boolean;
    fulfilments: boolean;
  };
  limits: readonly ('old_orders' | 'people' | 'orders')[];
  ordersAt: 'placing' | 'payment' | 'release';
  /** Whether a webhook has come in the last days. */
  heard: boolean;
};

const KINDS_WITH_WORDS = ['shopify', 'woocommerce', 'medusa', 'vendure'] as const;
const WORKS_OF_PART: Readonly<Record<Part, Works>> = { lines: 'yes', order: 'partly', no: 'no' };

/** Lists what a connection does now, what it does without, and whether anything has to be installed. Each name has a sentence in the texts. */
export function abilitiesOf({ kind, can, limits, ordersAt, heard }: ConnectionFacts) {
  const seesOrders = !limits.includes('orders');
  const ability = <Name extends string>(name: Name, works: Works) => ({ name, works });
  const known = KINDS_WITH_WORDS.find((one) => one === kind);
  return [
    // What a person should know comes first.
    ...(limits.includes('old_orders')
      ? [ordersAt === 'release' ? ability('old_orders.late', 'partly') : ability('old_orders.waiting', 'no')]
      : []),
    ...(limits.includes('people') ? [ability('people', 'partly')] : []),
    ability('products', 'yes'),
    can.changes ? ability('changes.asked', 'yes') : ability('changes.compared', 'partly'),
    webhooksOf(can, heard),
    ...(seesOrders
      ? [
          ability('orders', 'yes'),
          ability(`wait.${can.hold}`, WORKS_OF_PART[can.hold]),
          ability(`cancel.${can.cancel}`, WORKS_OF_PART[can.cancel]),
          can.shipWindow ? ability('ship_days.shown', 'yes') : ability('ship_days.hidden', 'no'),
          can.refunds ? ability('refunds.recorded', 'yes') : ability('refunds.elsewhere', 'no'),
          can.fulfilments ? ability('sent.seen', 'yes') : ability('sent.by_hand', 'no'),
        ]
      : [ability('orders.hidden', 'no')]),
    known ? ability(`plugin.${known}`, known === 'woocommerce' ? 'partly' : 'yes') : ability('plugin.none', 'yes'),
  ] as const;
}

function webhooksOf(can: ConnectionFacts['can'], heard: boolean) {
  if (!can.webhooks) return { name: 'webhooks.none', works: 'no' } as const;
  if (heard) return { name: 'webhooks.come', works: 'yes' } as const;
  return { name: can.changes ? 'webhooks.silent.asked' : 'webhooks.silent.compared', works: 'partly' } as const;
}
