import { createHmac } from 'node:crypto';
import type { Database } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { type Loop, repeat } from '../../../platform/loop.ts';

const LOOK_MS = 250; // whoever adds one wakes us: this finds what comes late, again, or from another process
const AT_ONCE = 20;
const ANSWER_MS = 10_000;
const TRIES_MAX = 8;
const RETRY_MS = 500; // doubles each time; Stripe takes days

type Due = { id: number; url: string; secret: string; event: Record<string, unknown>; tries: number };

/** Delivers what is due, signed as Stripe signs, again until it is taken. Several processes may do it at once. */
export function startDeliveries(db: Database, log: Log): Loop {
  const loop: Loop = repeat(
    LOOK_MS,
    async () => {
      if ((await deliverDue(db)) === AT_ONCE) loop.wake(); // there are more
    },
    log,
  );
  return loop;
}

/** Resolves with how many there were. */
async function deliverDue(db: Database): Promise<number> {
  const due = await claim(db);
  await Promise.all(
    due.map(async (delivery) => {
      if (await deliver(delivery)) {
        await db.query('UPDATE fake_stripe.delivery SET delivered_at = clock_timestamp() WHERE id = $1', [delivery.id]);
      }
    }),
  );
  return due.length;
}

/** Whoever takes one counts the try first, and is given time for it. */
async function claim(db: Database): Promise<Due[]> {
  return db.query<Due>(
    `UPDATE fake_stripe.delivery d
     SET tries = d.tries + 1, due_at = clock_timestamp() + interval '${ANSWER_MS} ms' + $2 * 2 ^ d.tries * interval '1 ms'
     FROM fake_stripe.webhook_endpoint e, fake_stripe.object o
     WHERE d.id IN (SELECT id FROM fake_stripe.delivery
                    WHERE delivered_at IS NULL AND due_at <= clock_timestamp() AND tries < ${TRIES_MAX}
                    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       AND e.account_id = d.account_id AND e.livemode = d.livemode AND e.id = d.endpoint_id
       AND o.account_id = d.account_id AND o.livemode = d.livemode AND o.id = d.event_id
     RETURNING d.id, e.url, e.secret, o.data AS event, d.tries`,
    [AT_ONCE, RETRY_MS],
  );
}

async function deliver({ url, secret, event }: Due): Promise<boolean> {
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signEvent(body, secret) };
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // tried again, as at Stripe
  }
}

/** Stripe's signature: the time in seconds and the text after it, by HMAC. */
export function signEvent(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
