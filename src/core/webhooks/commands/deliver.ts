import { retryAfterMs, retryDelayMs, type Verdict, verdictOf } from '../../../domain/webhook.ts';
import type { Sql } from '../../../platform/db.ts';
import { OutgoingError } from '../../../platform/outgoing-http.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { readEndpointSecrets, webhookNotFound } from '../queries.ts';
import { signedHeaders } from '../signature.ts';
import type { Claimed } from './claim.ts';
import { disable } from './disable.ts';
import { STOCK_GATHERS } from './record.ts';

export type DeliverDeps = Pick<Deps, 'db' | 'secrets' | 'outgoing' | 'writeWebhook'> & {
  /** Returns a number in [0, 1), the jitter of retries. */
  random?: () => number;
  /** Aborted when the process ends. An attempt without an answer is then not counted, and its claim is given up. */
  signal?: AbortSignal;
};

export type Try = {
  verdict: Verdict;
  tookMs: number;
  /** Null when there was no answer. */
  status: number | null;
  /** Null when the endpoint took the message. */
  failure: string | null;
  answer: string;
  retryAfterMs: number;
};

/** Sends a message once, records the attempt and resolves with it. */
export async function deliver(deps: DeliverDeps, message: Claimed): Promise<Try> {
  const body = message.body ?? (await fixBody(deps, message));
  const secrets = await readEndpointSecrets(deps, message.storeId, message.endpointId);
  const signed = signedHeaders(
    { id: message.id, body },
    secrets.map(({ text }) => text),
    new Date(),
  );
  if (secrets.length === 0) throw webhookNotFound(); // the endpoint was removed after the claim
  const headers = { 'content-type': 'application/json', 'user-agent': 'Waitlist-Service-Webhooks/1', ...signed };
  const began = performance.now();
  const tried = await post(deps, message.url, { headers, body });
  if (deps.signal?.aborted && tried.status === null) {
    await giveUpClaim(deps, message);
    return { ...tried, tookMs: 0 };
  }
  const done = { ...tried, tookMs: Math.round(performance.now() - began) };
  await deps.db.transaction((tx) => recordTry(tx, message, { done, random: deps.random ?? Math.random }));
  return done;
}

/**
 * Writes and stores the body of a message, so that every attempt sends the same one. The message was claimed before anything
 * is read for the body, so later changes make a message of their own.
 */
async function fixBody({ db, writeWebhook }: DeliverDeps, message: Claimed): Promise<string> {
  return db.transaction(async (tx) => {
    // An erasure waits for it, and so finds the body that it has to delete.
    await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR KEY SHARE', [
      message.storeId,
      message.subjectId,
    ]);
    const body = await writeWebhook(tx, message);
    await tx.query(
      'UPDATE webhook_message SET body = $4 WHERE store_id = $1 AND endpoint_id = $2 AND id = $3 AND body IS NULL',
      [message.storeId, message.endpointId, message.id, body],
    );
    return body;
  });
}

async function giveUpClaim({ db }: DeliverDeps, { storeId, endpointId, id }: Claimed): Promise<void> {
  await db.query(
    'UPDATE webhook_message SET claimed_until = NULL WHERE store_id = $1 AND endpoint_id = $2 AND id = $3',
    [storeId, endpointId, id],
  );
}

async function post(
  { outgoing, signal }: DeliverDeps,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<Omit<Try, 'tookMs'>> {
  try {
    const { status, headers: answered, text } = await outgoing.post(url, { headers, body, signal });
    const verdict = verdictOf(status);
    const failure = verdict === 'delivered' ? null : `It answered ${status}.`;
    const pause = verdict === 'failed' ? retryAfterMs(answered['retry-after'], new Date()) : 0;
    return { verdict, status, failure, answer: storable(text), retryAfterMs: pause };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { verdict: 'failed', status: null, failure: error.message, answer: '', retryAfterMs: 0 };
  }
}

/** Removes NUL characters, which a PostgreSQL text cannot hold. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

type Outcome = { done: Try; random: () => number };
type Standing = { attempts: number; type: string; tookOther: boolean };

async function recordTry(tx: Sql, message: Claimed, { done, random }: Outcome): Promise<void> {
  const key = [message.storeId, message.endpointId, message.id];
  await tx.query('SELECT 1 FROM webhook_endpoint WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', key.slice(0, 2));
  const [standing] = await tx.query<Standing>(
    `UPDATE webhook_message m SET attempts = m.attempts + 1, claimed_until = NULL
     FROM webhook_endpoint e WHERE e.store_id = m.store_id AND e.id = m.endpoint_id
       AND m.store_id = $1 AND m.endpoint_id = $2 AND m.id = $3
     RETURNING m.attempts, m.type, coalesce(e.delivered_at >= m.taken_at, false) AS "tookOther"`,
    key,
  );
  if (!standing) return; // the endpoint was removed meanwhile
  await tx.query(
    `INSERT INTO webhook_attempt (store_id, endpoint_id, message_id, took_ms, status, failure, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [...key, done.tookMs, done.status, done.failure, done.answer],
  );
  if (standing.type === 'webhook.test') return end(tx, message, done.verdict === 'delivered' ? 'delivered' : 'failed');
  if (done.verdict === 'delivered') return delivered(tx, message);
  if (done.verdict === 'gone') return disable(tx, message, 'gone');
  if (done.retryAfterMs > 0) await pause(tx, message, done.retryAfterMs);
  const delay = retryDelayMs(standing.attempts, random());
  if (delay !== null) return postpone(tx, message, Math.max(delay, done.retryAfterMs));
  // The endpoint took other messages in these three days, so only this message fails.
  if (!standing.tookOther) return disable(tx, message, 'failing');
  await giveUp(tx, message);
}

async function delivered(tx: Sql, message: Claimed): Promise<void> {
  await tx.query(
    'UPDATE webhook_endpoint SET delivered_at = app_now(), paused_until = NULL WHERE store_id = $1 AND id = $2',
    [message.storeId, message.endpointId],
  );
  await end(tx, message, 'delivered');
}

async function giveUp(tx: Sql, message: Claimed): Promise<void> {
  await end(tx, message, 'failed');
  const values = { event: message.type, id: message.id };
  const next = { step: 'look_at_webhook', about: message.endpointId } as const;
  await raiseAlert(tx, message.storeId, { text: 'webhook_failed', subjectId: message.id, values, next });
}

/** Ends a message and makes the later messages of its subject due. */
async function end(tx: Sql, message: Claimed, state: 'delivered' | 'failed'): Promise<void> {
  await tx.query(
    `UPDATE webhook_message SET state = $4, ended_at = app_now()
     WHERE store_id = $1 AND endpoint_id = $2 AND id = $3 AND state <> 'delivered'`,
    [message.storeId, message.endpointId, message.id, state],
  );
  await tx.query(
    `UPDATE webhook_message
     SET due_at = least(due_at, app_now() + CASE type WHEN 'stock.changed' THEN $4::interval ELSE interval '0' END)
     WHERE store_id = $1 AND endpoint_id = $2 AND subject_id = $3 AND state = 'waiting'`,
    [message.storeId, message.endpointId, message.subjectId, STOCK_GATHERS],
  );
}

/** Postpones all waiting messages of the subject, because the later ones have to wait for this one anyway. */
async function postpone(tx: Sql, message: Claimed, delayMs: number): Promise<void> {
  await tx.query(
    `UPDATE webhook_message SET due_at = app_now() + $4 * interval '1 millisecond'
     WHERE store_id = $1 AND endpoint_id = $2 AND subject_id = $3 AND state = 'waiting'`,
    [message.storeId, message.endpointId, message.subjectId, delayMs],
  );
}

async function pause(tx: Sql, message: Claimed, ms: number): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoint SET paused_until = app_now() + $3 * interval '1 millisecond'
     WHERE store_id = $1 AND id = $2`,
    [message.storeId, message.endpointId, ms],
  );
}
