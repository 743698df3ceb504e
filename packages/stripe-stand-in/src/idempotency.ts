import { createHash } from 'node:crypto';
import type { Owner } from './books.ts';
import type { Books } from './database.ts';
import { StripeRefusal } from './stripe-error.ts';

export type Answer = { status: number; body: string };

const KEPT = "interval '24 hours'";
const ABANDONED = "interval '60 seconds'"; // after that the process that ran it counts as dead

/** One idempotency key. `begin` resolves with the stored answer, or with null: then the caller runs the request and calls `end`. */
export type Remembered = {
  begin(): Promise<Answer | null>;
  /** Stores the answer for repeated requests; null frees the key, because nothing ran. */
  end(answer: Answer | null): Promise<void>;
};

export function remember(db: Books, owner: Owner, request: { key: string; content: string }): Remembered {
  const place = [owner.accountId, owner.livemode, request.key];
  const { now } = db;
  const hash = createHash('sha256').update(request.content).digest('hex');
  return {
    async begin() {
      const begun = await db.query(
        `INSERT INTO fake_stripe.idempotency AS i (account_id, livemode, key, request_hash) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, livemode, key) DO UPDATE
           SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = ${now}
           WHERE i.created_at < (SELECT ${now}) - ${KEPT} OR (i.status IS NULL AND i.created_at < (SELECT ${now}) - ${ABANDONED})
         RETURNING 1`,
        [...place, hash],
      );
      if (begun.length > 0) return null;
      const [kept] = await db.query<{ hash: string; status: number | null; body: string | null }>(
        `SELECT request_hash AS hash, status, body FROM fake_stripe.idempotency
         WHERE account_id = $1 AND livemode = $2 AND key = $3`,
        place,
      );
      if (kept && kept.hash !== hash) throw otherContent(request.key);
      if (!kept || kept.status === null || kept.body === null) throw inUse(request.key);
      return { status: kept.status, body: kept.body };
    },
    async end(answer) {
      const text = answer
        ? 'UPDATE fake_stripe.idempotency SET status = $4, body = $5 WHERE account_id = $1 AND livemode = $2 AND key = $3'
        : 'DELETE FROM fake_stripe.idempotency WHERE account_id = $1 AND livemode = $2 AND key = $3';
      await db.query(text, answer ? [...place, answer.status, answer.body] : place);
    },
  };
}

function otherContent(key: string): StripeRefusal {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeRefusal(400, { type: 'idempotency_error', message }, false);
}

function inUse(key: string): StripeRefusal {
  const message = `There is currently another in-progress request using this Stripe-Idempotent-Key (that probably means you submitted twice, and the other request is still going through): ${key}.`;
  return new StripeRefusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }, false);
}
