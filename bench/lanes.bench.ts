import { setTimeout as pause } from 'node:timers/promises';
import { SLOTS } from '../src/core/jobs/worker.ts';
import { startOutboxDispatcher } from '../src/core/outbox/dispatcher.ts';
import { createManageLink } from '../src/core/preorders/commands/manage-link.ts';
import { readPreorder } from '../src/core/preorders/queries.ts';
import { createSmtpMail } from '../src/integrations/mail/smtp.ts';
import type { PaymentProvider } from '../src/integrations/payments/port.ts';
import { startBackground } from '../src/main/background.ts';
import { followFacts } from '../src/main/compose.ts';
import { openDatabase } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { placeFrom } from '../test/support/buy.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer, type Offer } from '../test/support/core.ts';
import { startSmtpServer } from '../test/support/smtp.ts';
import { compare } from './harness.ts';
import { keepWithin } from './limits.ts';

// Measures how jobs wait for each other: a store's capture behind another store's captures, and an urgent mail behind others.
// WAITING asks for another number of captures.
const WAITING = Number(process.env.WAITING ?? 1_000);
const CALL_MS = 50;
const CAPTURE_RATIO_MOST = 2.5;
const MAIL_MS = 200;
const MAILS_WAITING = 200;
const MAIL_SECONDS = 3;
const LINK_RATIO_MOST = 2.5;
const CONNECTIONS = { few: 1, many: 4 };
const CALLERS = 16;
const LOOK_MS = 5;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const lookups = openDatabase({ url: database.url, lookups: true });
const outbox = startOutboxDispatcher(lookups, createLog('silent'), followFacts('shop@shop.example'));
const core = { ...createCore(db, atDistance, lookups), outbox };
const smtp = await startSmtpServer({ delayMs: MAIL_MS });

/** Adds network delay to a provider. */
function atDistance(provider: PaymentProvider): PaymentProvider {
  return { ...provider, capture: (...args) => pause(CALL_MS).then(() => provider.capture(...args)) };
}

try {
  const [busy, other] = [await openStore(), await openStore()];
  await keepWithin({
    what: `a capture by a call of ${CALL_MS} ms, from the purchase on, behind ${WAITING} captures of another store`,
    async measure() {
      await fill('money.due', WAITING, [busy]);
      return timeCapture(other);
    },
    reference: { name: 'a capture alone', measure: () => removeJobs('all').then(() => timeCapture(other)) },
    unit: 's',
    most: CAPTURE_RATIO_MOST,
  });
  await removeJobs('all');
  await keepWithin({
    what: `the mail of a link behind ${MAILS_WAITING} confirmations, ${MAIL_MS} ms each, MAIL_CONNECTIONS=${CONNECTIONS.few}`,
    async measure() {
      await fill('mail.due', MAILS_WAITING, [busy]);
      return timeLink(other);
    },
    reference: { name: 'the mail alone', measure: () => removeJobs('all').then(() => timeLink(other, 'alone')) },
    unit: 's',
    most: LINK_RATIO_MOST,
  });
  await compare({
    what: `mails of two stores to a server that takes ${MAIL_MS} ms for each, MAIL_CONNECTIONS=${CONNECTIONS.many}`,
    reference: { name: `MAIL_CONNECTIONS=${CONNECTIONS.few}`, run: () => mailRate(CONNECTIONS.few, [busy, other]) },
    ours: { name: `MAIL_CONNECTIONS=${CONNECTIONS.many}`, run: () => mailRate(CONNECTIONS.many, [busy, other]) },
    reach: 2.5,
  });
} finally {
  await outbox.stop();
  await core.stop();
  await smtp.close();
  await lookups.close();
  await db.close();
  await database.drop();
  await cluster.stop();
}

function openStore(): Promise<Offer> {
  return createOffer(core, { allocation: 1_000_000, holdsPerEmailMax: 1_000, holdsPerAddressMax: 1_000 });
}

type Work = 'money.due' | 'mail.due';

/** Places pre-orders in the stores in turn until so many jobs of that topic wait, and removes all other jobs. */
async function fill(topic: Work, count: number, offers: Offer[]): Promise<void> {
  const missing = count - (await countJobs(topic));
  const next = Array.from({ length: Math.max(0, missing) }, (_, at) => offers[at % offers.length] as Offer).values();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (const offer of next) await placeFrom(core, offer);
    }),
  );
  outbox.wake();
  while ((await countJobs(topic)) < count) await pause(LOOK_MS);
  await removeJobs(topic);
}

async function countJobs(topic: Work): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1`,
    [topic],
  );
  return row?.count ?? 0;
}

/** Removes all jobs but those of one topic, because they would use the processor during the measurement. */
async function removeJobs(but: Work | 'all'): Promise<void> {
  await db.query(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier <> $1`,
    [but],
  );
}

/** Returns the seconds from a purchase to its capture, beside the waiting jobs, with a warm worker. */
async function timeCapture(offer: Offer): Promise<number> {
  const inTheWay = await countJobs('money.due');
  const background = await startBackground(core);
  await buy(offer);
  const started = performance.now();
  await buy(offer);
  const seconds = (performance.now() - started) / 1_000;
  if (inTheWay > 0 && (await countJobs('money.due')) === 0)
    throw new Error('the other jobs ended before the measurement did');
  await background.stop();
  return seconds;
}

/** Places a pre-order and resolves when its money is captured. */
async function buy(offer: Offer): Promise<void> {
  const reference = await placeFrom(core, offer);
  outbox.wake();
  const taken = () =>
    db.query(
      `SELECT 1 FROM preorder p JOIN movement m ON m.store_id = p.store_id AND m.preorder_id = p.id
       WHERE p.store_id = $1 AND p.reference = $2 AND m.kind = 'capture' AND m.state = 'done'`,
      [offer.storeId, reference],
    );
  while ((await taken()).length === 0) await pause(LOOK_MS);
}

/** Starts a worker that sends mails over so many connections, and waits for its first mail. */
async function startMailing(mailConnections: number): Promise<{ stop(): Promise<void> }> {
  const mail = createSmtpMail(smtp.url, { connectionsMax: mailConnections + SLOTS.links });
  const background = await startBackground({ ...core, mail }, { mailConnections });
  const before = smtp.mails.length;
  while (smtp.mails.length === before) await pause(LOOK_MS);
  return {
    async stop() {
      await background.stop();
      mail.close();
    },
  };
}

/** Returns the seconds from a guest's request for a link to the sent mail, alone or while confirmations are being sent. */
async function timeLink(offer: Offer, beside: 'alone' | 'others' = 'others'): Promise<number> {
  const reference = await placeFrom(core, offer);
  const { id: preorderId } = await readPreorder(db, offer.storeId, reference);
  const mailing = await startMailing(CONNECTIONS.few);
  const before = smtp.mails.length;
  const started = performance.now();
  await createManageLink(core, { storeId: offer.storeId, preorderId });
  outbox.wake();
  const isTaken = () => smtp.mails.slice(before).some((mail) => mail.includes('.manage_link.'));
  while (!isTaken()) await pause(LOOK_MS);
  const seconds = (performance.now() - started) / 1_000;
  if (beside === 'others' && (await countJobs('mail.due')) === 0)
    throw new Error('the other jobs ended before the measurement did');
  await mailing.stop();
  return seconds;
}

/** Returns the mails a second. Uses two stores, because a single store may not use all connections. */
async function mailRate(mailConnections: number, offers: Offer[]): Promise<number> {
  await fill('mail.due', MAILS_WAITING, offers);
  const mailing = await startMailing(mailConnections);
  const before = smtp.mails.length;
  const started = performance.now();
  await pause(MAIL_SECONDS * 1_000);
  const mails = smtp.mails.length - before;
  const seconds = (performance.now() - started) / 1_000;
  if ((await countJobs('mail.due')) === 0) throw new Error('too few mails waited');
  await mailing.stop();
  return mails / seconds;
}
