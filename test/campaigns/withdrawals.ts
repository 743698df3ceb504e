import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, runFaults, type Turns } from './faults.ts';
import { killAndStart, startAgain } from './kills.ts';
import type { Stage } from './stage.ts';
import type { Report } from './table.ts';
import { tell } from './tell.ts';

// People withdraw while something is away: what the page confirmed has its receipt, and nearly always within a minute.

const SHOPPERS = 2;
const DECLARERS = 8;
const AGAIN_MS = 200;
const BEFORE_MS = 3_000;
const AFTER_MS = 5_000;
const AWAY_MS = 15_000;
const RECEIPT_S_MAX = 60;
const LATE_SHARE_MAX = 0.001;
const WAIT_MS_MAX = 120_000;
const BETWEEN_MS = 1_000;

/** What the page confirmed: the address of each declaration by its id. */
type Confirmed = Map<string, string>;

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
    while (!over) await declareOne(stage, confirmed);
  });
  return {
    async leave() {
      over = true;
      await Promise.all(declaring);
    },
  };
}

async function declareOne(stage: Stage, confirmed: Confirmed): Promise<void> {
  const email = `${randomUUID()}@shopper.example`;
  const reference = await unclaimedReference(stage).catch(() => null);
  const fields = { name: 'Zoë Müller', email, postal_code: '50667', reference: reference ?? 'PO-UNKNOWN' };
  const review = await untilAnswered(stage, { ...fields, step: 'review' }, (page) => idIn(page) !== null);
  const id = idIn(review) ?? '';
  // The page that asks to send it again has the id as well.
  await untilAnswered(stage, { ...fields, id, step: 'confirm' }, (page) => idIn(page) === null);
  confirmed.set(id, email);
}

const idIn = (page: string): string | null => /name="id" value="([0-9a-f-]+)"/.exec(page)?.[1] ?? null;

async function untilAnswered(stage: Stage, fields: Record<string, string>, isIt: (page: string) => boolean) {
  const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  for (;;) {
    try {
      const answer = await fetch(`${stage.front}/withdraw/${stage.offer.storeKey}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: new URLSearchParams(fields),
      });
      const page = await answer.text();
      if (answer.ok && isIt(page)) return page;
    } catch {
      // There is no answer while the only service starts again.
    }
    await sleep(AGAIN_MS);
  }
}

/** Returns a pre-order that nobody withdrew from yet, for every second declaration. */
async function unclaimedReference({ db }: Stage): Promise<string | null> {
  if (randomInt(2) === 0) return null;
  const [row] = await db.query<{ reference: string }>(
    `SELECT o.reference FROM preorder o
     WHERE NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.store_id = o.store_id AND w.preorder_id = o.id)
     ORDER BY random() LIMIT 1`,
  );
  return row?.reference ?? null;
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

/** People withdraw all the while that the database, the mail server, the worker or a service is away. */
export function runWithdrawals(turns: Turns): AsyncGenerator<Report> {
  const faults = Object.entries(STRIKES).map(whileDeclaring);
  return runFaults(faults, { ...turns, shoppers: SHOPPERS, betweenMs: BETWEEN_MS });
}
