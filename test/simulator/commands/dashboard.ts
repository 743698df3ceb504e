import type { PaymentProvider } from '../../../src/integrations/payments/port.ts';
import type { World } from '../world.ts';
import { type Args, anyNumber, type Commands, DONE, meet, NOTHING, numbered } from './command.ts';

/** A payment on which an action is possible, with its amount. */
type Payment = { ref: string; amount: number; currency: string };

const AUTHORISED = `SELECT ref, amount, currency FROM test_provider.payment
  WHERE store_id = $1 AND status = 'authorised' AND amount > 0 ORDER BY created_at, ref`;

export const TAKEN = `SELECT ref, captured - refunded AS amount, currency FROM test_provider.payment
  WHERE store_id = $1 AND captured > refunded ORDER BY created_at, ref`;

type Act = 'capture' | 'cancel' | 'refund';

/** Counted as faults: they happen between our actions and our knowledge of them. */
export const DASHBOARD_FAULTS: readonly string[] = ['capture', 'cancel', 'refund'].map(faultOf);

function faultOf(act: string): string {
  return `dashboard ${act}`;
}

/** Actions of the merchant on payments in the provider's own dashboard. */
export const dashboard: Commands = {
  'act in the dashboard': {
    weight: 4,
    draw: (_world, random) => ({
      // An authorisation is captured within seconds, so it takes precedence over all other payments.
      first: random.chance(75) ? 'capture' : 'cancel',
      else: random.pick(['refund', 'soon', 'soon']),
      payment: random.chance(50) ? -1 : anyNumber(random),
      part: random.chance(40) ? 1 + random.below(99) : 100,
    }),
    async run(world, args) {
      const first = args.first === 'cancel' ? 'cancel' : 'capture';
      const authorised = await choosePayment(world, args, { which: AUTHORISED });
      if (authorised) return does(world, first, authorised);
      if (args.else === 'soon') {
        world.dashboardSoon = { first, part: Number(args.part) };
        return `${DONE}: looks at what comes`;
      }
      const taken = await choosePayment(world, args, { which: TAKEN, fits: isRefundable(world) });
      return taken ? does(world, 'refund', taken) : NOTHING;
    },
  },
};

/** Wraps the provider so that the merchant may act right before our call. */
export function withDashboard(provider: PaymentProvider, world: () => World): PaymentProvider {
  async function before(which: string, ref: string): Promise<void> {
    const soon = world().dashboardSoon;
    world().dashboardSoon = null;
    if (soon === null) return;
    const [found] = await world().sql.query<Payment>(`${which.replace('ORDER BY', 'AND ref = $2 ORDER BY')}`, [
      world().storeId,
      ref,
    ]);
    if (!found || (which === TAKEN && !isRefundable(world())(ref))) return;
    await does(world(), which === TAKEN ? 'refund' : soon.first, partOf(found, soon.part));
  }
  return {
    ...provider,
    async capture(ref, sum, movementId) {
      await before(AUTHORISED, ref);
      return provider.capture(ref, sum, movementId);
    },
    async refund(ref, sum, movementId) {
      await before(TAKEN, ref);
      return provider.refund(ref, sum, movementId);
    },
    async cancel(ref) {
      await before(AUTHORISED, ref);
      return provider.cancel(ref);
    },
  };
}

/** The provider may refuse the merchant's action like ours. */
const isRefundable =
  ({ bank }: World) =>
  (ref: string): boolean =>
    !bank.refuses(ref);

/** Picks the newest payment or any, and all of it or a part. */
export async function choosePayment(
  { sql, storeId }: World,
  { payment, part }: Args,
  { which, fits = () => true }: { which: string; fits?: (ref: string) => boolean },
): Promise<Payment | null> {
  const found = (await sql.query<Payment>(which, [storeId])).filter(({ ref }) => fits(ref));
  const chosen = Number(payment) < 0 ? found.at(-1) : numbered(found, payment);
  return chosen ? partOf(chosen, Number(part)) : null;
}

function partOf({ amount, ...payment }: Payment, part: number): Payment {
  return { ...payment, amount: Math.max(1, Math.floor((amount * part) / 100)) };
}

async function does(world: World, act: Act, { ref, amount }: Payment): Promise<string> {
  const { dashboard: at, bank } = world;
  const acts: Record<Act, () => Promise<unknown>> = {
    capture: () => at.capture(ref, amount),
    cancel: () => at.cancel(ref),
    refund: () => at.refund(ref, amount),
  };
  const isDone = await bank.inTurn(ref, async () => {
    if (act === 'refund' && bank.refuses(ref)) return false;
    await acts[act]();
    return true;
  });
  if (!isDone) return NOTHING;
  meet(world, faultOf(act));
  return `${DONE}: ${act}`;
}
