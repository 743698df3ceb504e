import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crowdOf } from './crowd.ts';
import { type Confirmed, declareOne, somebodysAddress } from './declarers.ts';
import { type Fault, runFaults, type Turns } from './faults.ts';
import { killAndStart, startAgain } from './kills.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';
import { tell } from './tell.ts';

// People withdraw while something is away: what the page confirmed has its receipt, and nearly always within a minute.

const SHOPPERS = 2;
const CROWD = 10_000;
// Many mail servers take about so long. The crowd is smaller, because it takes so much longer.
const SLOW_MAIL_MS = 1_000;
const SLOW_PART = 20;
const DECLARERS = 8;
const AGAIN_MS = 200;
const BEFORE_MS = 3_000;
const AFTER_MS = 5_000;
const AWAY_MS = 15_000;
const RECEIPT_S_MAX = 60;
const LATE_SHARE_MAX = 0.001;
const WAIT_MS_MAX = 120_000;
const BETWEEN_MS = 1_000;

const STRIKES: Record<string, (stage: Stage) => Promise<void>> = {
  'database away': async ({ server }) => {
    await server.stop('immediate');
    await sleep(AWAY_MS);
    await startAgain(server);
  },
  'mail server down': (stage) => mailServerIs(stage, 'refused'),
  'mail server hanging': (stage) => mailServerIs(stage, 'silent'),
  'kill -9 of the worker': async (stage) => {
    stage.worker = await killAndStart(stage, 'worker', stage.worker);
  },
  'kill -9 of a service': async (stage) => {
    const [victim] = stage.services;
    if (victim) stage.services[0] = await killAndStart(stage, 'serve', victim);
  },
};

async function mailServerIs({ ways }: Stage, mood: 'refused' | 'silent'): Promise<void> {
  ways.mail.be(mood);
  await sleep(AWAY_MS);
  ways.mail.be('whole');
}

function whileDeclaring([name, strike]: [string, (stage: Stage) => Promise<void>]): Fault {
  const confirmed: Confirmed = new Map();
  return {
    name: `withdrawals: ${name}`,
    async strike(stage) {
      const declarers = sendDeclarers(stage, confirmed);
      await sleep(BEFORE_MS);
      await strike(stage);
      await sleep(AFTER_MS);
      await declarers.leave();
      await receiptsAreSent(stage);
    },
    faultsOf: (stage) => missing(stage, confirmed),
  };
}

/** Sends people who withdraw one after the other in both steps, and send the page again when it asks for that. */
function sendDeclarers(stage: Stage, confirmed: Confirmed): { leave(): Promise<void> } {
  let over = false;
  const declaring = Array.from({ length: DECLARERS }, async () => {
    while (!over) {
      const email = `${randomUUID()}@shopper.example`;
      confirmed.set(await declareOne(stage, { email, from: somebodysAddress() }), email);
    }
  });
  return {
    async leave() {
      over = true;
      await Promise.all(declaring);
    },
  };
}

async function receiptsAreSent({ db }: Stage): Promise<void> {
  for (const until = performance.now() + WAIT_MS_MAX; performance.now() < until; await sleep(AGAIN_MS)) {
    const [row] = await db.query<{ waiting: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM withdrawal_receipt WHERE sent_at IS NULL) AS waiting',
    );
    if (row?.waiting === false) return;
  }
}

type Sent = { id: string; seconds: number | null };

async function missing({ db, smtp }: Stage, confirmed: Confirmed): Promise<string[]> {
  const sent = await db.query<Sent>(
    `SELECT w.id, extract(epoch FROM r.sent_at - w.declared_at)::float8 AS seconds
     FROM withdrawal w JOIN withdrawal_receipt r ON r.store_id = w.store_id AND r.withdrawal_id = w.id
     WHERE w.id = ANY ($1::uuid[])`,
    [[...confirmed.keys()]],
  );
  const stored = new Set(sent.map(({ id }) => id));
  const mailed = new Set((await smtp.read()).flatMap(({ to = [] }) => to.map(({ address }) => address)));
  const lost = [...confirmed].filter(([id, email]) => !stored.has(id) || !mailed.has(email));
  const late = sent.filter(({ seconds }) => seconds === null || seconds > RECEIPT_S_MAX);
  const slowest = Math.max(...sent.map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY));
  tell(`${confirmed.size} declarations, ${sent.length} receipts, the slowest after ${slowest.toFixed(1)} s`);
  return [
    ...(confirmed.size === 0 ? ['nobody withdrew, so it says nothing'] : []),
    ...(lost.length > 0 ? [`${lost.length} confirmed declarations have no receipt, such as ${lost[0]?.[0]}`] : []),
    ...(late.length > sent.length * LATE_SHARE_MAX
      ? [`${late.length} of ${sent.length} receipts took more than a minute, or never went out`]
      : []),
  ];
}

/**
 * People withdraw all the while that the database, the mail server, the worker or a service is away. Then a crowd of `people` withdraws
 * at once, while nothing is away, and a smaller one while the mail server is slow.
 */
export async function* runWithdrawals({
  people = CROWD,
  ...turns
}: Turns & { people?: number | undefined }): AsyncGenerator<Report> {
  const options = { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS };
  yield* runFaults(Object.entries(STRIKES).map(whileDeclaring), options);
  const crowds = [crowdOf(people), crowdOf(Math.ceil(people / SLOW_PART), SLOW_MAIL_MS)];
  yield* runFaults(crowds, { ...options, times: 1 });
}
