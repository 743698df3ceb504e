import { randomUUID } from 'node:crypto';
import { disconnectAccount } from '../src/core/accounts/commands/connect.ts';
import { makeCheckout } from '../src/core/checkouts/commands/reserve.ts';
import { customerKeyOf } from '../src/core/checkouts/customer-key.ts';
import { readQueuePlaces } from '../src/core/releases/queries/queue.ts';
import type { AppError } from '../src/domain/error.ts';
import { roundsOf } from '../src/main/background.ts';
import type { Database } from '../src/platform/db.ts';
import { viewCheckout } from '../src/surfaces/frames/checkout/view.ts';
import { type Core, checkoutRequest, type Offer } from '../test/support/core.ts';
import { BOOK_LINES } from './growth-books.ts';
import type { GrowthLine } from './growth-line.ts';
import { PREORDER_LINES } from './growth-preorders.ts';

/** `offer` is that of the first store, which `createGrowthStory` made; `growth.ts` says what else there is. */
export const GROWTH_LINES: GrowthLine[] = [
  {
    name: 'a checkout, by store and id',
    run: async ({ db, core, offer }) => {
      const checkoutId = await lastOf(db, offer, 'checkout');
      return viewCheckout(core, { storeKey: offer.storeKey, checkoutId });
    },
  },
  ...PREORDER_LINES,
  {
    name: 'place in the queue, of the last one',
    run: async ({ db, offer }) => {
      const last = { storeId: offer.storeId, preorderId: await lastWaiting(db, offer) };
      const places = await readQueuePlaces(db, last, { always: true });
      if (places.size === 0) throw new Error('waiting line item without a place in the queue');
    },
  },
  {
    name: 'account disconnect',
    prepare: ({ db, offer }) =>
      db.query(
        `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
         VALUES ($1, 'stripe', gen_random_uuid(), 'pk', '') ON CONFLICT (store_id) DO UPDATE SET closed_at = NULL`,
        [offer.storeId],
      ),
    run: ({ db, offer }) => disconnectAccount({ db }, offer.storeId),
  },
  {
    name: 'a hold of an e-mail with a hundred thousand line items',
    prepare: ({ db, offer }) => makeBuyer(db, offer),
    run: async ({ core, offer }) => {
      const asked = checkoutRequest(offer, { email: BUYER });
      const shopper = { clientAddress: BUYER, idempotencyKey: randomUUID() };
      const answer = await makeCheckout(core, asked, shopper).catch((error: AppError) => error.code);
      if (answer !== 'limit_per_customer') throw new Error(`limit per customer not applied: ${answer}`);
    },
  },
  ...BOOK_LINES,
  ...idleRounds([
    'endExpiredHolds',
    'endExpiredPayments',
    'settleSilentAttempts',
    'endUnpaidSwaps',
    'endSilentQuestions',
    'remindOfQuestions',
    'tellLateBuyers',
    'retryCharges',
    'resumeMovements',
    'endLeftAttempts',
    'remindOfDeadlines',
    'cancelUnpaid',
    'forgetCards',
    'runDueWaitlists',
    'runReleases',
    'prune',
    'pruneWebhooks',
    'endRetention',
    'noteAlive',
    'tryWaitingMails',
    'alertUnreached',
    'retryRefunds',
    'findOwedRefunds',
    'putOffDeadlines',
    'moveWaitingMoney',
    'recheckBlockingDisputes',
    'recheckNonBlockingDisputes',
    'recheckAccounts',
    'freeLostJobs',
    'alertDeadJobs',
    'retireContacts',
    'sendStaffMails',
    'readChanged',
    'readEverything',
    'askForChanges',
    'runImports',
    'answerRequests',
    'writeNews',
    'removeDeletedStores',
    'runRehearsals',
    'writeDueWords',
    'writeMissingWords',
    'writeProductWords',
  ]),
];

// Rounds whose selection of stores and whose work are lines of their own.
const IN_OTHER_LINES = ['auditDueStores', 'reconcileDueStores'];

/** Returns the rounds of the service without a line. There must be none. */
export function roundsLeftOut(core: Core): string[] {
  const told = [...GROWTH_LINES.map(({ name }) => name), ...IN_OTHER_LINES.map(roundLine)];
  return Object.keys(roundsOf(core)).filter((round) => !told.includes(roundLine(round)));
}

const BUYER = 'purchasing@company.example';
const BUYER_LINES = 100_000;

/** Gives BUYER_LINES line items of the waitlist (or all, if there are fewer) to one customer, which exceeds the limit. */
async function makeBuyer(db: Database, { storeId, waitlistId }: Offer): Promise<void> {
  const key = customerKeyOf(storeId, BUYER);
  const has = await db.query('SELECT 1 FROM preorder_line WHERE customer_key = $1 LIMIT 1', [key]);
  if (has.length > 0) return;
  await db.query('UPDATE waitlist SET limit_per_customer = 3 WHERE store_id = $1', [storeId]);
  for (let part = 0; part < BUYER_LINES; part += 10_000) {
    await db.query(
      `UPDATE preorder_line SET customer_key = $3 WHERE store_id = $1 AND id = ANY (ARRAY(
         SELECT id FROM preorder_line WHERE store_id = $1 AND waitlist_id = $2 AND state <> 'cancelled'
           AND customer_key <> $3 LIMIT 10000))`,
      [storeId, waitlistId, key],
    );
  }
}

function roundLine(round: string): string {
  return `round ${round}, nothing to do`;
}

/** Returns a line for each periodic round, run when it has nothing to do. */
function idleRounds(names: string[]): GrowthLine[] {
  // These rounds read pages of a fixed size. With few rows a page is the whole table, joined at once; with many rows each
  // row of the page is looked up by its key.
  const mostOf: Record<string, number> = {
    endRetention: 6,
    findOwedRefunds: 6,
    retireContacts: 6,
    writeMissingWords: 6,
  };
  return names.map((name) => ({
    name: roundLine(name),
    ...(mostOf[name] !== undefined && { most: mostOf[name] }),
    run: ({ core }) => roundsOf(core)[name]?.run() ?? Promise.reject(new Error(`unknown round: ${name}`)),
  }));
}

async function lastOf(db: Database, { storeId }: Offer, table: 'checkout'): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE store_id = $1 ORDER BY store_id DESC, id DESC LIMIT 1`,
    [storeId],
  );
  if (!row) throw new Error(`the store has no ${table}`);
  return row.id;
}

/** Returns the pre-order that is last in the queue of its batch. */
async function lastWaiting(db: Database, { storeId }: Offer): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `SELECT o.id FROM preorder o WHERE o.store_id = $1
       AND EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.state = 'placed')
     ORDER BY o.placed_at DESC LIMIT 1`,
    [storeId],
  );
  if (!row) throw new Error('no waiting pre-order');
  return row.id;
}
