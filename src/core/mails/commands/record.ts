import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../platform/db.ts';
import type { NewJob } from '../../jobs/topics.ts';
import type { OutboxFollower, OutboxRow } from '../../outbox/row.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { isAwaited, type MailKind, mailOf, type WantedMail } from '../kinds.ts';
import { BEGINS_GOODWILL, GOODWILL_OF_MOVEMENT } from '../queries.ts';

type Planned = WantedMail & Pick<OutboxRow, 'storeId' | 'subjectId' | 'trace'>;

/**
 * Turns outbox rows into mails: a row with a Message-ID for each mail, and a job that sends it. This happens in the
 * transaction that marks the outbox rows, so a fact leads to exactly one mail. A retry after a lost answer repeats the
 * Message-ID, and receivers drop the duplicate.
 */
export function createMailRecorder(mailFrom: string): OutboxFollower {
  const domain = mailFrom.split('@').at(-1) ?? 'localhost';
  return async (tx, rows) => {
    const planned = rows.flatMap((row): Planned[] => {
      const mail = mailOf(row);
      const { storeId, subjectId, trace } = row;
      return mail ? [{ ...mail, storeId, subjectId, trace }] : [];
    });
    const wanted = await onePerGoodwill(tx, await withoutCoveredElsewhere(tx, planned));
    return wanted.length > 0 ? insertMails(tx, domain, wanted) : [];
  };
}

async function insertMails(tx: Sql, domain: string, wanted: readonly Planned[]): Promise<NewJob[]> {
  const ids = wanted.map((): string => randomUUID());
  const traces = new Map(ids.map((id, index) => [id, wanted[index]?.trace ?? null]));
  const recorded = await tx.query<{ storeId: string; id: string; kind: MailKind }>(RECORD, [
    wanted.map(({ storeId }) => storeId),
    ids,
    wanted.map(({ subjectId }) => subjectId),
    wanted.map(({ kind }) => kind),
    wanted.map(({ dedupe }) => dedupe),
    wanted.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
    domain,
  ]);
  return recorded.map(({ storeId, id, kind }) => ({
    topic: 'mail.due',
    storeId,
    subjectId: id,
    detail: null,
    urgent: isAwaited({ kind }),
    trace: traces.get(id) ?? null,
  }));
}

// The Message-ID begins with the reference, so that people can search for it. Erased customers have no contact row, so the
// join leaves them out. A row gets the time of its own insert; ORDER BY keeps these times in the order of the facts,
// whatever plan the planner chooses.
const RECORD = `
  INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, detail, message_id)
  SELECT w.store_id, w.id, w.preorder_id, w.kind, w.dedupe, w.detail,
         lower(o.reference) || '.' || w.kind || '.' || w.id || '@' || $7
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[]) WITH ORDINALITY
         AS w (store_id, id, preorder_id, kind, dedupe, detail, position)
  JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
  JOIN preorder_contact k ON k.store_id = w.store_id AND k.preorder_id = w.preorder_id
  ORDER BY w.position
  ON CONFLICT (store_id, preorder_id, kind, dedupe) DO NOTHING
  RETURNING store_id AS "storeId", id, kind`;

/** Drops the mails, or the line items of a mail, that another mail of the same change already covers. */
async function withoutCoveredElsewhere(tx: Sql, planned: readonly Planned[]): Promise<Planned[]> {
  const movements = await movementsCoveredElsewhere(tx, planned);
  const owing = await unpaidLines(tx, planned);
  const toldLines = await linesAlreadyTold(tx, planned);
  return planned.flatMap((mail): Planned[] => {
    if (isAboutMoney(mail) && movements.has(mail.detail.movementId)) return [];
    if (mail.kind !== 'released') return [mail];
    const lineIds = mail.detail.lineIds.filter(
      (id) => !owing.has(id) && !(isRepeatedRelease(mail) && toldLines.has(id)),
    );
    for (const id of lineIds) toldLines.add(id);
    return lineIds.length > 0 ? [{ ...mail, detail: { ...mail.detail, lineIds } }] : [];
  });
}

type OfKind<K extends MailKind> = Extract<Planned, { kind: K }>;

const isAboutMoney = (mail: Planned): mail is OfKind<'charged' | 'refunded'> =>
  mail.kind === 'charged' || mail.kind === 'refunded';
const isRefund = (mail: Planned): mail is OfKind<'refunded'> => mail.kind === 'refunded';
const isRelease = (mail: Planned): mail is OfKind<'released'> => mail.kind === 'released';

/**
 * Returns the ids of movements that another mail covers. The confirmation covers the first payment, the mail about a
 * cancellation covers the refund of its line items, and the mail about a swap covers the price difference.
 */
async function movementsCoveredElsewhere(tx: Sql, planned: readonly Planned[]): Promise<Set<string>> {
  const money = planned.filter(isAboutMoney);
  if (money.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT m.id FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
     WHERE (m.store_id, m.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND CASE
       WHEN m.kind <> 'refund' THEN a.purpose IN ('checkout', 'swap')
       ELSE NOT ${BEGINS_GOODWILL} AND NOT EXISTS (
         SELECT 1 FROM movement_line ml JOIN preorder_line l ON l.store_id = ml.store_id AND l.id = ml.line_id
         WHERE ml.store_id = m.store_id AND ml.movement_id = m.id AND l.state <> 'cancelled')
       -- Of several line items that were swapped together, the refund is the sum of their differences.
       OR -m.amount = (
         SELECT sum(w.due_now) FROM (
           SELECT DISTINCT ON (s.line_id) s.due_now
           FROM movement_line ml JOIN line_swap s ON s.store_id = ml.store_id AND s.line_id = ml.line_id
           WHERE ml.store_id = m.store_id AND ml.movement_id = m.id AND s.preorder_id = m.preorder_id
             AND s.ended_at BETWEEN m.created_at - interval '1 hour' AND m.created_at
           ORDER BY s.line_id, s.ended_at DESC) w) END`,
    [money.map(({ storeId }) => storeId), money.map(({ detail }) => detail.movementId)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Gives the refunds of one goodwill the same dedupe, so that one mail covers them, however many payments they go back to. */
async function onePerGoodwill(tx: Sql, planned: readonly Planned[]): Promise<Planned[]> {
  const refunds = planned.filter(isRefund);
  if (refunds.length === 0) return [...planned];
  const rows = await tx.query<{ movementId: string; goodwillId: string | null }>(
    `SELECT m.id AS "movementId", ${GOODWILL_OF_MOVEMENT} AS "goodwillId" FROM movement m
     WHERE (m.store_id, m.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [refunds.map(({ storeId }) => storeId), refunds.map(({ detail }) => detail.movementId)],
  );
  const goodwills = new Map(rows.map(({ movementId, goodwillId }) => [movementId, goodwillId]));
  return planned.map((mail) => {
    const goodwillId = isRefund(mail) ? goodwills.get(mail.detail.movementId) : null;
    return isRefund(mail) && goodwillId
      ? { ...mail, dedupe: goodwillId, detail: { ...mail.detail, goodwillId } }
      : mail;
  });
}

/**
 * Returns the released line items that are not paid yet. The receipt, or the mail that asks for the payment, says that they
 * have arrived.
 */
async function unpaidLines(tx: Sql, planned: readonly Planned[]): Promise<Set<string>> {
  const released = planned.filter(isRelease);
  if (released.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT l.id FROM preorder_line l
     WHERE (l.store_id, l.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
       AND ${REST} > 0`,
    [
      released.flatMap(({ storeId, detail }) => detail.lineIds.map(() => storeId)),
      released.flatMap(({ detail }) => detail.lineIds),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns true when the line items were already released before, and now nothing of them is owed any more. A mail about the
 * release is only missing if it was held back until then.
 */
const isRepeatedRelease = ({ detail }: OfKind<'released'>): boolean => detail.from === 'released';

async function linesAlreadyTold(tx: Sql, planned: readonly Planned[]): Promise<Set<string>> {
  const again = planned.filter((mail) => isRelease(mail) && isRepeatedRelease(mail));
  if (again.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT jsonb_array_elements_text(detail -> 'lineIds') AS id FROM mail
     WHERE kind = 'released' AND (store_id, preorder_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [again.map(({ storeId }) => storeId), again.map(({ subjectId }) => subjectId)],
  );
  return new Set(rows.map(({ id }) => id));
}
