import { createHmac } from 'node:crypto';
import type { Books } from './database.ts';
import type { StandInLog } from './log.ts';
import { type Loop, repeat } from './loop.ts';

const LOOK_MS = 250; // a request wakes the loop; the pause is for deliveries that are late, repeated, or of another process
const AT_ONCE = 20;
const ANSWER_MS = 10_000;
const TRIES_MAX = 8;
const RETRY_MS = 500; // doubles each time; Stripe takes days

type Due = { id: number; url: string; secret: string; event: Record<string, unknown>; tries: number };

/** Delivers due events, signed as Stripe signs, and repeats each until it is accepted. Several processes may run it at once. */
export function startDeliveries(db: Books, log: StandInLog): Loop {
  const loop: Loop = repeat(LOOK_MS, {
    async run() {
      if ((await deliverDue(db)) === AT_ONCE) loop.wake(); // there are more
    },
    onError: (error) => log.error({ err: error }, 'a background round failed; the next one tries again'),
  });
  return loop;
}

/** Resolves with the number of deliveries that were due. */
async function deliverDue(db: Books): Promise<number> {
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

/** Takes due deliveries. Each counts the try first and is hidden from other processes for as long as a try may take. */
async function claim(db: Books): Promise<Due[]> {
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
    return false; // the next try follows, as at Stripe
  }
}

/** Signs as Stripe does: the HMAC of the time in seconds and the text. */
export function signEvent(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
