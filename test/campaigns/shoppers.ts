import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutView, PaymentResult } from '../../src/protocol/schema/frame-api.ts';
import { checkoutRequest } from '../support/core.ts';
import type { Stage } from './stage.ts';
import { tellOnce } from './tell.ts';

export type ShopperTally = {
  /** The references that a shopper was shown. */
  told: string[];
  /** How many answers had which status. */
  statuses: Map<number, number>;
  /** How many requests got no answer: refused, reset or cut off. */
  unanswered: number;
  /** When a shopper was last told a pre-order (`performance.now()`). */
  goodAt: number;
};

export type Shoppers = {
  seen: ShopperTally;
  /** Resolves with the first moment after `since` at which a shopper was told a pre-order. */
  goodAfter(since: number): Promise<number>;
  /** Every shopper finishes what they do. */
  leave(): Promise<void>;
};

type Request = { from: string; body: object; secret?: string };

const AGAIN_MS = 100; // a shopper's page tries again sooner than a person would
const BETWEEN_MS = 200; // many shoppers, and still a machine that has time for the fault
/** The refusals that end by themselves. With others, such as for units whose hold is over, the shopper begins anew. */
const LATER = ['payment_in_progress', 'idempotency_in_flight', 'rate_limited'];
const ONE_IN_LEAVES = 5; // and never pays: their unit has to come back
const PATIENCE_MS = 180_000;

/** Sends shoppers who buy one unit after the other, and ask again with the same key when something fails. */
export function sendShoppers(stage: Stage, count: number): Shoppers {
  const tellNew = tellOnce();
  const seen: ShopperTally = { told: [], statuses: new Map(), unanswered: 0, goodAt: 0 };
  let over = false;
  let good = Promise.withResolvers<void>();
  const shopping = Array.from({ length: count }, async (_, number) => {
    while (!over) {
      if (await buyOne()) {
        seen.goodAt = performance.now();
        good.resolve();
        good = Promise.withResolvers();
      }
      await sleep(BETWEEN_MS * (0.5 + (number % 10) / 10));
    }
  });

  /** Resolves with true once a pre-order was placed, with false when the shopper left without paying. */
  async function buyOne(): Promise<boolean> {
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const held = await ask<CheckoutView>('/checkouts', { from, body: checkoutRequest(stage.offer) });
    if (held === null || randomInt(ONE_IN_LEAVES) === 0) return false;
    const { id, secret, total, dueNow } = held;
    const token = await stage.bank.cardToken();
    const body = { token, termsAccepted: true, marketingConsent: false, total, dueNow };
    const paid = await ask<PaymentResult>(`/checkouts/${id}/payments`, { from, body, secret });
    const placed = paid?.checkout.preorder ?? (await look(id, secret, from));
    if (!placed) return false;
    seen.told.push(placed.reference);
    return true;
  }

  /** A payment whose answer was lost or left open: the page asks what became of it. */
  async function look(id: string, secret: string, from: string): Promise<CheckoutView['preorder']> {
    const settled = await ask<PaymentResult>(`/checkouts/${id}/settle`, { from, body: {}, secret });
    return settled?.checkout.preorder ?? null;
  }

  /** Sends the same request until something else than "later" is answered. Resolves with null for a refusal. */
  async function ask<T>(path: string, request: Request): Promise<T | null> {
    const headers = headersOf(request);
    const body = JSON.stringify(request.body);
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(AGAIN_MS)) {
      try {
        const answer = await fetch(`${stage.front}/frames/1/api${path}`, { method: 'POST', headers, body });
        const json = (await answer.json()) as { data: T; error?: { code: string } };
        seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
        if (answer.ok) return json.data;
        if (answer.status < 500 && !LATER.includes(json.error?.code ?? '')) return null;
      } catch (error) {
        seen.unanswered += 1;
        tellNew(`a shopper got no answer: ${reasonOf(error)}`);
      }
    }
    return null;
  }

  return {
    seen,
    async goodAfter(since) {
      while (seen.goodAt <= since) await good.promise;
      return seen.goodAt;
    },
    async leave() {
      over = true;
      await Promise.all(shopping);
    },
  };
}

const headersOf = ({ from, secret }: Request) => ({
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
  'x-forwarded-for': from,
  ...(secret ? { authorization: `Bearer ${secret}` } : {}),
});

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
