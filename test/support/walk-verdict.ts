import type { Database } from '../../src/platform/db.ts';

/** What a step of the walk did, and what the books say after it. */
export type Verdict = {
  step: string;
  seconds: number;
  asked: number;
  unanswered: number;
  silentMs: number;
  told: number;
  lost: number;
  charged: number;
  doctor: string;
};

const LOST = `SELECT count(*)::int AS n FROM unnest($1::text[]) AS told(reference)
  WHERE NOT EXISTS (SELECT FROM preorder p WHERE p.reference = told.reference)`;
// By the provider's own books: what was taken for no pre-order, such as a second time, or is not what the pre-order costs.
const TOO_MUCH = `SELECT count(*)::int AS n FROM test_provider.payment p
  LEFT JOIN preorder o ON o.store_id = p.store_id AND o.attempt_id::text = p.attempt_id
  WHERE p.captured > p.refunded AND (p.captured - p.refunded) IS DISTINCT FROM (
    SELECT sum(l.total) FROM preorder_line l
    WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.state <> 'cancelled')`;

/** Counts the references that are gone, and the charges that no shopper owed. */
export async function countWrongs(db: Database, told: readonly string[]): Promise<{ lost: number; charged: number }> {
  const [lost] = await db.query<{ n: number }>(LOST, [told]);
  const [charged] = await db.query<{ n: number }>(TOO_MUCH);
  return { lost: lost?.n ?? -1, charged: charged?.n ?? -1 };
}

const COLUMNS: Record<string, (one: Verdict) => string> = {
  step: ({ step }) => step,
  seconds: ({ seconds }) => seconds.toFixed(0),
  requests: ({ asked }) => String(asked),
  'without an answer': ({ asked, unanswered }) =>
    asked === 0 ? '' : `${unanswered} (${((100 * unanswered) / asked).toFixed(1)} %)`,
  'longest without a purchase': ({ asked, silentMs }) => (asked === 0 ? '' : `${(silentMs / 1_000).toFixed(1)} s`),
  'references told': ({ told }) => String(told),
  lost: ({ lost }) => String(lost),
  'charged wrongly': ({ charged }) => String(charged),
  'the doctor': ({ doctor }) => doctor,
};

/** Returns the steps as a table in Markdown. */
export function tableOfWalk(verdicts: readonly Verdict[]): string {
  const names = Object.keys(COLUMNS);
  const rows = [
    names,
    names.map(() => '---'),
    ...verdicts.map((one) => Object.values(COLUMNS).map((cell) => cell(one))),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
