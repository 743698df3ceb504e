import type { Minor } from '../../../domain/money.ts';
import { checkReleaseLimit, planRelease } from '../../../domain/release.ts';
import type { Sql } from '../../../platform/db.ts';
import type { WaitReason } from '../../accounts/queries/disputes.ts';
import type { Deps } from '../../deps.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import { type ArrivedUnits, freeUnits, plannedUnits, readArrivedUnits, readBatch } from '../queries.ts';
import { type BatchOf, NAMED, readQueue } from './queue.ts';

/** A line item of a preview: the amount to charge, and whether the card can be charged. */
export type PreviewLine = {
  id: string;
  reference: string;
  /** The number of the line item in its pre-order, from 1. */
  number: number;
  placedAt: Date;
  variant: { externalId: string; sku: string; title: string };
  charge: Minor;
  /**
   * kept: this card is charged · missing: there is no kept card · expired: the kept card has expired · none: nothing is due.
   * When the card cannot be charged, the shopper is asked to pay and keeps the place meanwhile.
   */
  card: { state: 'kept' | 'expired'; brand: string; last4: string } | { state: 'missing' } | { state: 'none' };
  /** The state of the newest dispute of the pre-order, unless it was won or closed. */
  dispute: 'warning' | 'needs_response' | 'under_review' | 'lost' | null;
  /**
   * open: waits for the bank · withdrawal: until a withdrawal is dealt with; a unit is kept for both · lost: waits for a person to
   * decide, and no unit is kept · null: does not wait, even if disputed.
   */
  waits: WaitReason | null;
  /** The shopper was asked about a moved date and can still answer. */
  unanswered: boolean;
  /** How many line items of the pre-order wait for this delivery, this one among them. */
  together: number;
};

export type ReleasePreview = {
  batch: { id: string; waitlistId: string; position: number };
  units: ArrivedUnits[];
  /** Line items that would be released now, in this order. */
  lines: PreviewLine[];
  /** Line items that have a unit kept for them. They get it once they have paid, or once the bank has decided for them. */
  kept: PreviewLine[];
  /** Line items that go on waiting: for the next delivery, for a later release, or for a decision about a lost dispute. */
  leftOut: PreviewLine[];
  /** The sum of the charges of `lines`. */
  charge: Minor;
};

/** Returns what `startRelease` would do now, without doing it. */
export async function previewRelease(
  { db }: Pick<Deps, 'db'>,
  { storeId, batchId }: { storeId: string; batchId: string },
  limit: number | null,
): Promise<ReleasePreview> {
  checkReleaseLimit(limit);
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY'); // all statements see one snapshot
    const { id, waitlistId, position } = await readBatch(tx, storeId, batchId);
    const key = { storeId, waitlistId, batchId: id };
    const units = await readArrivedUnits(tx, key);
    const queue = await readQueue(tx, key);
    const plan = planRelease({ queue, free: freeUnits(units) }, plannedUnits(units), limit);
    const charges = new Map((await readCharges(tx, key)).map((line) => [line.id, line]));
    const linesOf = (lines: readonly { id: string }[]) => lines.flatMap((line) => charges.get(line.id) ?? []);
    const lost = [...charges.values()].filter(({ waits }) => waits === 'lost');
    const planned = new Set(plan.lines);
    const lines = linesOf(plan.lines.filter(({ barred }) => !barred));
    return {
      batch: { id, waitlistId, position },
      units,
      lines,
      kept: linesOf(plan.lines.filter(({ barred }) => barred)),
      leftOut: [...linesOf(queue.filter((line) => !planned.has(line))), ...lost],
      charge: lines.reduce((sum, line) => sum + line.charge, 0),
    };
  });
}

/** Reads the charge and card of every waiting line item. A release makes the whole total due, less what was given back. */
async function readCharges(tx: Sql, { storeId, waitlistId, batchId }: BatchOf): Promise<PreviewLine[]> {
  const rows = await tx.query<Omit<PreviewLine, 'card'> & Card>(
    `SELECT l.id, o.reference, l.position + 1 AS number, o.placed_at AS "placedAt",
            json_build_object('externalId', v.external_id, 'sku', l.sku, 'title', l.variant_title) AS variant,
            greatest(0, ${REST}) AS charge,
            m.brand, m.last4,
            (SELECT d.state FROM dispute d WHERE d.store_id = o.store_id AND d.preorder_id = o.id
             AND d.state NOT IN ('won', 'closed') ORDER BY d.opened_at DESC LIMIT 1) AS dispute,
            w.reason AS waits,
            EXISTS (SELECT 1 FROM promise_question q
              WHERE q.store_id = l.store_id AND q.preorder_id = l.preorder_id AND q.batch_id = l.batch_id
                AND NOT EXISTS (SELECT 1 FROM promise_answer a WHERE a.store_id = q.store_id AND a.notice_id = q.notice_id))
              AS unanswered,
            (count(*) OVER (PARTITION BY l.preorder_id))::int AS together,
            coalesce(m.expires_on < (app_now() AT TIME ZONE s.time_zone)::date, false) AS expired
     FROM preorder_line l
     JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
     JOIN store s ON s.id = l.store_id
     JOIN variant v ON v.store_id = l.store_id AND v.id = l.variant_id
     LEFT JOIN dispute_wait w ON w.store_id = l.store_id AND w.preorder_id = l.preorder_id
     LEFT JOIN payment_method m ON m.store_id = l.store_id AND m.preorder_id = l.preorder_id AND m.replaced_at IS NULL
     WHERE l.store_id = $1 AND l.waitlist_id = $2 AND l.batch_id = $3
       AND ${WAITS} AND ${NAMED}`,
    [storeId, waitlistId, batchId],
  );
  return rows.map(({ brand, last4, expired, ...line }) => ({
    ...line,
    card: cardOf(line.charge, { brand, last4, expired }),
  }));
}

type Card = { brand: string | null; last4: string | null; expired: boolean };

function cardOf(charge: Minor, { brand, last4, expired }: Card): PreviewLine['card'] {
  if (charge === 0) return { state: 'none' };
  if (brand === null || last4 === null) return { state: 'missing' };
  return { state: expired ? 'expired' : 'kept', brand, last4 };
}
