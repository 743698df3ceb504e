import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { hurryJobs } from '../../jobs/queue.ts';
import { claimMailProbe, claimMailRevival, endMailRevival, noteMailTaken } from '../../outages/commands/note-mail.ts';

// A single receiver may put off mails for a reason of its own, so several mails are tried: one success is enough.
const PROBES = 20;
const PAGE = 5_000;

/**
 * During an outage of mails, tries some waiting mails from time to time; after it, tries all of them. Their jobs would retry
 * only hours later, or never again. After the outage the clocks run again, so people need these mails soon.
 */
export async function tryWaitingMails({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (await claimMailProbe(db)) await probe(db);
  if (!(await claimMailRevival(db))) return;
  for (let after: Waiting | null = null; ; ) {
    const page: Waiting[] = await readWaiting(db, after);
    if (page.length > 0) await hurryJobs(db, 'mail.due', idsOf(page));
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  await endMailRevival(db);
}

/** A cursor. `createdAt` is the database's text: a Date has no microseconds, and the next page must begin exactly there. */
type Waiting = { id: string; createdAt: string };

const idsOf = (mails: readonly Waiting[]): string[] => mails.map(({ id }) => id);

async function probe(sql: Sql): Promise<void> {
  const newest = await sql.query<Waiting>(
    `SELECT id, created_at::text AS "createdAt" FROM mail WHERE ${FAILED} ORDER BY created_at DESC, id DESC LIMIT $1`,
    [PROBES],
  );
  // No failed mail waits any more, so none can be tried as a probe: the outage ends without one.
  if (newest.length === 0) await noteMailTaken(sql);
  else await hurryJobs(sql, 'mail.due', idsOf(newest));
}

const FAILED = 'sent_at IS NULL AND dropped_at IS NULL AND failure IS NOT NULL';

/** Reads a page of the mails that failed, the oldest first. */
async function readWaiting(sql: Sql, after: Waiting | null): Promise<Waiting[]> {
  return sql.query<Waiting>(
    `SELECT id, created_at::text AS "createdAt" FROM mail
     WHERE ${FAILED} AND ($1::timestamptz IS NULL OR (created_at, id) > ($1, $2::uuid)) ORDER BY created_at, id LIMIT $3`,
    [after?.createdAt ?? null, after?.id ?? null, PAGE],
  );
}
