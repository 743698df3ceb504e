import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { hurryJobs } from '../../jobs/queue.ts';
import { claimMailProbe, claimMailRevival, endMailRevival, noteMailTaken } from '../../outages/commands/note-mail.ts';

// One receiver may be put off for a reason of its own: of several one goes out as soon as any does.
const PROBES = 20;
const PAGE = 5_000;

/**
 * While no mail goes out, tries some of those that wait now and then; once one went out, all of them. They would come back by
 * themselves only hours later, or never, and the time that people have for what they bring runs again.
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

/** The time as the database writes it: a Date has no microseconds, and a walk has to go on exactly there. */
type Waiting = { id: string; createdAt: string };

const idsOf = (mails: readonly Waiting[]): string[] => mails.map(({ id }) => id);

async function probe(sql: Sql): Promise<void> {
  const newest = await sql.query<Waiting>(
    `SELECT id, created_at::text AS "createdAt" FROM mail WHERE ${FAILED} ORDER BY created_at DESC, id DESC LIMIT $1`,
    [PROBES],
  );
  // Nobody waits for a mail any more: what was to be told is over.
  if (newest.length === 0) await noteMailTaken(sql);
  else await hurryJobs(sql, 'mail.due', idsOf(newest));
}

const FAILED = 'sent_at IS NULL AND dropped_at IS NULL AND failure IS NOT NULL';

/** Those that failed, the oldest first. */
async function readWaiting(sql: Sql, after: Waiting | null): Promise<Waiting[]> {
  return sql.query<Waiting>(
    `SELECT id, created_at::text AS "createdAt" FROM mail
     WHERE ${FAILED} AND ($1::timestamptz IS NULL OR (created_at, id) > ($1, $2::uuid)) ORDER BY created_at, id LIMIT $3`,
    [after?.createdAt ?? null, after?.id ?? null, PAGE],
  );
}
