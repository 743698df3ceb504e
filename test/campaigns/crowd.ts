import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Confirmed, declareOne, somebodysAddress } from './declarers.ts';
import type { Fault } from './faults.ts';
import type { Stage } from './stage.ts';
import { tell } from './tell.ts';

// A whole crowd withdraws from one store at once, such as after a recall: no declaration is refused, and each person gets one receipt.

const DECLARERS = 48;
/** So many of a hundred sit behind one address, whose limit is soon reached: they wait, and are not refused. */
const AT_THE_OFFICE = 10;
const OFFICE = '10.0.0.1';
/** Receipts must go out at least as fast as this crowd comes within an hour. */
const RECEIPTS_PER_SECOND_MIN = 10_000 / 3_600;
const LOOK_MS = 500;
const STUCK_MS = 120_000;
const KB_PER_MB = 1_024;

/** `people`: how many declare, as fast as the service takes it. `mailMs`: how long the mail server takes for each mail. */
export function crowdOf(people: number, mailMs?: number): Fault {
  const confirmed: Confirmed = new Map();
  const tries = { count: 0, refused: [] as number[] };
  let declaringS = 0;
  return {
    name: `withdrawals: a crowd of ${people}${mailMs === undefined ? '' : `, ${mailMs} ms a mail`}`,
    ...(mailMs !== undefined && { mailMs }),
    async strike(stage) {
      const memory = watchMemory(stage);
      const begun = performance.now();
      await Promise.all(Array.from({ length: DECLARERS }, () => declareSome(stage, { people, confirmed, tries })));
      declaringS = (performance.now() - begun) / 1_000;
      await receiptsAreSent(stage);
      tell(`most memory: ${(await memory.stop()).join(', ')}`);
    },
    faultsOf: (stage) => missing(stage, { confirmed, tries, declaringS }),
  };
}

type Crowd = { people: number; confirmed: Confirmed; tries: { count: number; refused: number[] } };

async function declareSome(stage: Stage, { people, confirmed, tries }: Crowd): Promise<void> {
  while (tries.count < people) {
    tries.count += 1;
    const from = tries.count % 100 < AT_THE_OFFICE ? OFFICE : somebodysAddress();
    const email = `${randomUUID()}@crowd.example`;
    confirmed.set(await declareOne(stage, { email, from, refused: (status) => tries.refused.push(status) }), email);
  }
}

/** Waits until every receipt went out, or none did for two minutes. */
async function receiptsAreSent({ db }: Stage): Promise<void> {
  let [fewest, until] = [Number.POSITIVE_INFINITY, 0];
  for (;;) {
    const [row] = await db.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM withdrawal_receipt WHERE sent_at IS NULL',
    );
    const left = row?.left ?? 0;
    if (left < fewest) [fewest, until] = [left, performance.now() + STUCK_MS];
    if (left === 0 || performance.now() > until) return;
    await sleep(LOOK_MS);
  }
}

/** Looks at the resident memory of each process until it is stopped. Resolves with the most of each, in words. */
function watchMemory({ services, worker }: Stage): { stop(): Promise<string[]> } {
  const watched = [...services.map((one) => ['service', one] as const), ['worker', worker] as const];
  const most = watched.map(() => 0);
  let over = false;
  const watching = (async () => {
    while (!over) {
      for (const [at, [, { process }]] of watched.entries()) {
        most[at] = Math.max(most[at] ?? 0, await residentMb(process.child.pid));
      }
      await sleep(LOOK_MS);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      return watched.map(([name], at) => `${name} ${most[at]} MB`);
    },
  };
}

/** Returns the resident memory of a process and of those that it started; 0 where the system does not tell it in this way. */
async function residentMb(pid: number | string | undefined): Promise<number> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const own = Number(/^VmRSS:\s*(\d+) kB$/m.exec(await read('status'))?.[1] ?? 0) / KB_PER_MB;
  const children = (await read(`task/${pid}/children`)).split(' ').filter((one) => one !== '');
  const theirs = await Promise.all(children.map(residentMb));
  return Math.round(theirs.reduce((sum, mb) => sum + mb, own));
}

type Sums = { stored: number; sent: number; slowest: number; seconds: number };
type Seen = Pick<Crowd, 'confirmed' | 'tries'> & { declaringS: number };

async function missing({ db, smtp }: Stage, { confirmed, tries, declaringS }: Seen): Promise<string[]> {
  const [sums] = await db.query<Sums>(
    `SELECT count(*)::int AS stored, count(r.sent_at)::int AS sent,
            coalesce(max(extract(epoch FROM r.sent_at - w.declared_at)), 0)::float8 AS slowest,
            coalesce(extract(epoch FROM max(r.sent_at) - min(w.declared_at)), 0)::float8 AS seconds
     FROM withdrawal w
     JOIN withdrawal_receipt r ON r.store_id = w.store_id AND r.withdrawal_id = w.id AND r.recipient = 'declarant'
     WHERE w.id = ANY ($1::uuid[])`,
    [[...confirmed.keys()]],
  );
  const { stored = 0, sent = 0, slowest = 0, seconds = 0 } = sums ?? {};
  const perSecond = sent / seconds;
  tell(
    `${confirmed.size} declarations in ${declaringS.toFixed(0)} s, ${(confirmed.size / declaringS).toFixed(1)} a second; ` +
      `${sent} receipts, ${perSecond.toFixed(1)} a second, the slowest after ${slowest.toFixed(1)} s`,
  );
  const mailed = countMails(smtp.mails);
  const unmailed = [...confirmed.values()].filter((email) => mailed.get(email) !== 1);
  return [
    ...(tries.refused.length === 0 ? [] : [`${tries.refused.length} answers were errors, such as ${tries.refused[0]}`]),
    ...(confirmed.size === tries.count ? [] : [`${tries.count - confirmed.size} declarations were not confirmed`]),
    ...(stored === confirmed.size ? [] : [`${confirmed.size - stored} confirmed declarations are not stored`]),
    ...(unmailed.length > 0
      ? [`${unmailed.length} people got no receipt, or more than one, such as ${unmailed[0]}`]
      : []),
    ...(perSecond >= RECEIPTS_PER_SECOND_MIN
      ? []
      : [`${perSecond.toFixed(1)} receipts a second are too few for 10,000 an hour`]),
  ];
}

function countMails(mails: readonly Buffer[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mail of mails) {
    const email = /^To:[^@]*?([0-9a-f-]{36}@crowd\.example)/im.exec(mail.toString('latin1'))?.[1];
    if (email) counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}
