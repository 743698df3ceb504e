import { recordDispute } from '../core/accounts/commands/dispute.ts';
import { lookAfterDisputes, lookAfterGoneOn } from '../core/accounts/commands/dispute-wait.ts';
import { recheckAccounts } from '../core/accounts/commands/trouble.ts';
import { reconcileDueStores } from '../core/accounts/jobs.ts';
import { auditDueStores } from '../core/audits/jobs.ts';
import { endExpiredHolds, endExpiredPayments, settleSilentAttempts } from '../core/checkouts/jobs.ts';
import type { Deps } from '../core/deps.ts';
import { alertDeadJobs, freeLostJobs } from '../core/jobs/commands.ts';
import { type JobHandlers, SLOTS, startJobs } from '../core/jobs/worker.ts';
import { sendMail } from '../core/mails/commands/send.ts';
import { tryWaitingMails } from '../core/mails/commands/try-waiting.ts';
import { noteAlive } from '../core/outages/commands/note-alive.ts';
import { dispatchAgain } from '../core/outbox/dispatch.ts';
import { undoSurplus } from '../core/payments/commands/end-attempt.ts';
import { inspectAttempt } from '../core/payments/commands/inspect-attempt.ts';
import { moveMoney } from '../core/payments/commands/move-money.ts';
import { findOwedRefunds, retryRefunds } from '../core/payments/commands/owed-refunds.ts';
import { settle } from '../core/payments/commands/settle.ts';
import { moveWaitingMoney } from '../core/payments/commands/wait-for-account.ts';
import {
  endLeftAttempts,
  forgetCards,
  putOffDeadlines,
  remindOfDeadlines,
  resumeMovements,
  retryCharges,
} from '../core/payments/jobs.ts';
import { endRetention, retireContacts } from '../core/people/commands/retain.ts';
import { finishSwap } from '../core/preorders/commands/finish-swap.ts';
import { cancelUnpaid, endUnpaidSwaps } from '../core/preorders/jobs.ts';
import { endSilentQuestions } from '../core/promises/commands/silence.ts';
import { alertUnreached } from '../core/promises/commands/unreached.ts';
import { tellLateBuyers, tellMovedDate } from '../core/promises/jobs.ts';
import { prune } from '../core/prune.ts';
import { prepareOrders } from '../core/releases/commands/order.ts';
import { prepareOrdersOf, runReleases } from '../core/releases/jobs.ts';
import { runDueWaitlists } from '../core/waitlists/jobs.ts';
import { pruneWebhooks } from '../core/webhooks/commands/prune.ts';
import { startWebhooks } from '../core/webhooks/jobs.ts';
import { repeat } from '../platform/loop.ts';
import { followFacts } from './compose.ts';

const LOOK_AFTER_MS = 1_000; // how late a hold may end, an opening open, a lost webhook be noticed
const RELEASE_LOOK_MS = 250; // a step hands out a few seconds of a provider's work; the next one should be ready then
const MONEY_LOOK_MS = 30 * 1_000; // retries, deadlines: days pass between them
const ACCOUNTS_LOOK_MS = 30 * 1_000; // how long a key that is taken again keeps a shop closed
const ALIVE_MS = 30 * 1_000; // well within the minutes after which a worker counts as gone
const MAILS_LOOK_MS = 30 * 1_000; // in an outage some of those that wait are tried every few minutes
const AUDIT_LOOK_MS = 60 * 1_000; // of stores whose night has come, or which do not sell fast any more
const RECONCILE_LOOK_MS = 10 * 60 * 1_000;
const LATE_BUYERS_LOOK_MS = 60 * 1_000;
const DEAD_JOBS_LOOK_MS = 60 * 1_000;
const FORGET_LOOK_MS = 3 * 1_000; // a few each time: after a release thousands of cards are not needed any more
const PRUNE_MS = 60 * 60 * 1_000;
const RETIRE_MS = 20 * 1_000; // a thousand contacts each time: a million in some hours

/** The work of a worker: jobs from the outbox, and what the clock brings. Any number of processes may run it. */
export async function startBackground(
  deps: Deps,
  { mailConnections = SLOTS.mails }: { mailConnections?: number } = {},
): Promise<{ stop(): Promise<void> }> {
  // Before anything is decided: what ran out while no worker ran is put off.
  await noteAlive(deps);
  // A moved date is told by the page, of hundreds of pre-orders; all the others look up a few rows by their keys.
  const { 'promise.due': tellByThePage } = handlersOf(deps);
  const handlers = { ...handlersOf({ ...deps, db: deps.lookups }), 'promise.due': tellByThePage };
  const slots = { ...SLOTS, mails: mailConnections };
  const jobs = await startJobs({ db: deps.lookups, log: deps.log, slots }, handlers);
  const webhooks = startWebhooks(deps);
  const loops = Object.values(roundsOf(deps)).map(({ everyMs, run }) => repeat(everyMs, run, deps.log));
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await webhooks.stop();
      await jobs.stop();
    },
  };
}

/** How often what the clock brings is looked after; a round is idempotent, and one that fails costs itself alone. */
export type Round = { everyMs: number; run: (stopping?: AbortSignal) => Promise<unknown> };

/** By name, so that whoever runs them otherwise than by the clock can say which it was. */
export function roundsOf(deps: Deps): Record<string, Round> {
  return {
    noteAlive: { everyMs: ALIVE_MS, run: () => noteAlive(deps) },
    tryWaitingMails: { everyMs: MAILS_LOOK_MS, run: () => tryWaitingMails(deps) },
    endExpiredHolds: { everyMs: LOOK_AFTER_MS, run: () => endExpiredHolds(deps) },
    endExpiredPayments: { everyMs: LOOK_AFTER_MS, run: () => endExpiredPayments(deps) },
    settleSilentAttempts: { everyMs: LOOK_AFTER_MS, run: () => settleSilentAttempts(deps) },
    endUnpaidSwaps: { everyMs: LOOK_AFTER_MS, run: () => endUnpaidSwaps(deps) },
    endSilentQuestions: { everyMs: LOOK_AFTER_MS, run: () => endSilentQuestions(deps) },
    alertUnreached: { everyMs: LATE_BUYERS_LOOK_MS, run: () => alertUnreached(deps) },
    tellLateBuyers: { everyMs: LATE_BUYERS_LOOK_MS, run: () => tellLateBuyers(deps) },
    retryCharges: { everyMs: MONEY_LOOK_MS, run: () => retryCharges(deps) },
    resumeMovements: { everyMs: MONEY_LOOK_MS, run: () => resumeMovements(deps) },
    retryRefunds: { everyMs: MONEY_LOOK_MS, run: () => retryRefunds(deps) },
    findOwedRefunds: { everyMs: MONEY_LOOK_MS, run: () => findOwedRefunds(deps) },
    endLeftAttempts: { everyMs: MONEY_LOOK_MS, run: () => endLeftAttempts(deps) },
    putOffDeadlines: { everyMs: MONEY_LOOK_MS, run: () => putOffDeadlines(deps) },
    remindOfDeadlines: { everyMs: MONEY_LOOK_MS, run: () => remindOfDeadlines(deps) },
    cancelUnpaid: { everyMs: MONEY_LOOK_MS, run: () => cancelUnpaid(deps) },
    forgetCards: { everyMs: FORGET_LOOK_MS, run: () => forgetCards(deps) },
    runDueWaitlists: { everyMs: LOOK_AFTER_MS, run: () => runDueWaitlists(deps) },
    runReleases: { everyMs: RELEASE_LOOK_MS, run: () => runReleases(deps) },
    moveWaitingMoney: { everyMs: LOOK_AFTER_MS, run: () => moveWaitingMoney(deps) },
    lookAfterDisputes: { everyMs: ACCOUNTS_LOOK_MS, run: () => lookAfterDisputes(deps) },
    lookAfterGoneOn: { everyMs: PRUNE_MS, run: () => lookAfterGoneOn(deps) },
    recheckAccounts: { everyMs: ACCOUNTS_LOOK_MS, run: () => recheckAccounts(deps) },
    reconcileDueStores: { everyMs: RECONCILE_LOOK_MS, run: (stopping) => reconcileDueStores(deps, stopping) },
    auditDueStores: { everyMs: AUDIT_LOOK_MS, run: (stopping) => auditDueStores(deps, stopping) },
    freeLostJobs: { everyMs: DEAD_JOBS_LOOK_MS, run: () => freeLostJobs(deps) },
    alertDeadJobs: { everyMs: DEAD_JOBS_LOOK_MS, run: () => alertDeadJobs(deps) },
    prune: { everyMs: PRUNE_MS, run: () => prune(deps.db) },
    pruneWebhooks: { everyMs: PRUNE_MS, run: () => pruneWebhooks(deps) },
    retireContacts: { everyMs: RETIRE_MS, run: () => retireContacts(deps) },
    endRetention: { everyMs: PRUNE_MS, run: () => endRetention(deps) },
  };
}

/** What follows a commit, by the outbox topic that it follows. */
export function handlersOf(deps: Deps): JobHandlers {
  return {
    'attempt.settle': async ({ storeId, subjectId }) => {
      await settle(deps, { storeId, attemptId: subjectId });
    },
    'dispute.changed': ({ storeId, detail }) => recordDispute(deps, storeId, String(detail?.ref)),
    'attempt.undo': ({ storeId, subjectId }) => undoSurplus(deps, { storeId, attemptId: subjectId }),
    'attempt.inspect': async ({ storeId, subjectId }) => {
      await inspectAttempt(deps, { storeId, attemptId: subjectId });
      deps.outbox.wake(); // what is due by it
    },
    'order.due': ({ storeId, subjectId }) => prepareOrders(deps, { storeId, preorderId: subjectId }),
    'orders.due': (job) => prepareOrdersOf(deps, job),
    'money.due': async ({ storeId, subjectId }) => {
      await moveMoney(deps, storeId, subjectId);
      deps.outbox.wake(); // a release waits for what follows
    },
    'swap.paid': ({ storeId, subjectId }) => finishSwap(deps, { storeId, attemptId: subjectId }),
    'promise.due': (job) => tellMovedDate(deps, job),
    'outbox.row': (job) => dispatchAgain(deps.db, followFacts(deps.mailFrom), job),
    'mail.due': ({ storeId, subjectId }) => sendMail(deps, { storeId, mailId: subjectId }),
  };
}
