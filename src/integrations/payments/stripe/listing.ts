import type Stripe from 'stripe';
import { type ListedPayment, ProviderError } from '../port.ts';
import { fromStripeAmount } from './amounts.ts';
import type { StripeCalls } from './client.ts';
import { PAYMENT_EXPANDS, paymentOf } from './payment.ts';
import { movesMoney } from './refunded.ts';

const PAGE = 100; // Stripe's maximum

/** Lists the payments that were created between the two times, then older ones that were refunded between them; each once. */
export async function* listPayments(calls: StripeCalls, from: Date, until: Date): AsyncIterable<ListedPayment> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) };
  const seen = new Set<string>();
  for await (const intent of pages(calls, (s, after) =>
    s.paymentIntents.list({ created, limit: PAGE, expand: ['data.latest_charge'], ...after }),
  )) {
    seen.add(intent.id);
    yield toListed(calls, intent);
  }
  for await (const refund of pages(calls, (s, after) => s.refunds.list({ created, limit: PAGE, ...after }))) {
    const ref = typeof refund.payment_intent === 'string' ? refund.payment_intent : (refund.payment_intent?.id ?? '');
    if (ref === '' || seen.has(ref)) continue;
    seen.add(ref);
    yield toListed(calls, await calls((s) => s.paymentIntents.retrieve(ref, { expand: PAYMENT_EXPANDS })));
  }
}

export async function findPayment(calls: StripeCalls, ref: string): Promise<ListedPayment | null> {
  try {
    return await toListed(calls, await calls((s) => s.paymentIntents.retrieve(ref, { expand: PAYMENT_EXPANDS })));
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return null;
    throw error;
  }
}

type After = { starting_after?: string };

/** Reads a list page by page. Each page is a separate call, so the rate limit and errors apply to each. */
async function* pages<T extends { id: string }>(
  calls: StripeCalls,
  ask: (client: Stripe, after: After) => Promise<Stripe.ApiList<T>>,
): AsyncIterable<T> {
  let after: After = {};
  for (;;) {
    const page = await calls((client) => ask(client, after));
    yield* page.data;
    const last = page.data.at(-1);
    if (!page.has_more || !last) return;
    after = { starting_after: last.id };
  }
}

/** Converts an intent whose charge is expanded, and reads its refunds. */
export async function toListed(calls: StripeCalls, intent: Stripe.PaymentIntent): Promise<ListedPayment> {
  const { store, attempt } = intent.metadata;
  const { status, currency, capturedAmount } = paymentOf(intent, 0);
  const refunds: Stripe.Refund[] = [];
  const charge = intent.latest_charge;
  if (charge !== null && typeof charge !== 'string' && charge.amount_refunded > 0) {
    for await (const refund of pages(calls, (s, after) =>
      s.refunds.list({ payment_intent: intent.id, limit: PAGE, ...after }),
    )) {
      if (movesMoney(refund, charge)) refunds.push(refund);
    }
  }
  return {
    ref: intent.id,
    storeId: store ?? null,
    attemptId: attempt ?? null,
    status,
    currency,
    capturedAmount,
    refunds: refunds.map(({ id, amount, metadata }) => ({
      ref: id,
      movementId: metadata?.movement ?? null,
      amount: fromStripeAmount(amount, currency),
    })),
  };
}
