import { recordDispute } from '../core/accounts/commands/dispute.ts';
import { recheckNonBlockingDisputes, recheckWaits } from '../core/accounts/commands/follow-waits.ts';
import { recheckAccounts } from '../core/accounts/commands/trouble.ts';
import { reconcileDueStores } from '../core/accounts/jobs.ts';
import { auditDueStores } from '../core/audits/jobs.ts';
import { writeProductWords } from '../core/catalog/commands/keep-words.ts';
import { endExpiredHolds, endExpiredPayments, settleSilentAttempts } from '../core/checkouts/jobs.ts';
import { TASKS_CHANNEL } from '../core/connections/commands/add-tasks.ts';
import { askForChanges, readChanged, readEverything } from '../core/connections/jobs.ts';
import { createRests } from '../core/connections/rests.ts';
import type { Deps } from '../core/deps.ts';
import { runImports } from '../core/imports/jobs.ts';
import { alertDeadJobs, freeLostJobs } from '../core/jobs/commands.ts';
import { type EndedJob, type JobHandlers, type JobRunner, SLOTS, startJobs } from '../core/jobs/worker.ts';
import { createMailSender } from '../core/mails/commands/send.ts';
import { tryWaitingMails } from '../core/mails/commands/try-waiting.ts';
import { noteAlive } from '../core/outages/commands/note-alive.ts';
import { dispatchAgain } from '../core/outbox/dispatch.ts';
import { takeBackFacts } from '../core/outbox/take-back.ts';
import { undoSurplus } from '../core/payments/commands/end-attempt.ts';
import { inspectAttempt } from '../core/payments/commands/inspect-attempt.ts';
import { createMoneyMover } from '../core/payments/commands/move-money.ts';
import { findOwedRefunds, retryRefunds } from '../core/payments/commands/owed-refunds.ts';
import { settle } from '../core/payments/commands/settle.ts';
import { moveWaitingMoney } from '../core/payments/commands/wait-for-account.ts';
import {
  alertUnasked,
  endLeftAttempts,
  forgetCards,
  putOffDeadlines,
  remindOfDeadlines,
  resumeMovements,
  retryCharges,
} from '../core/payments/jobs.ts';
import { answerRequests } from '../core/people/commands/answer-requests.ts';
import { endRetention, retireContacts } from '../core/people/commands/retain.ts';
import { finishSwap } from '../core/preorders/commands/finish-swap.ts';
import { writeDueWords, writeMissingWords } from '../core/preorders/commands/keep-words.ts';
import { cancelUnpaid, endUnpaidSwaps } from '../core/preorders/jobs.ts';
import { remindOfQuestions } from '../core/promises/commands/ask-again.ts';
import { endSilentQuestions } from '../core/promises/commands/silence.ts';
import { alertUnreached } from '../core/promises/commands/unreached.ts';
import { tellLateBuyers, tellMovedDate } from '../core/promises/jobs.ts';
import { prune } from '../core/prune.ts';
import { runRehearsals } from '../core/rehearsals/commands/run.ts';
import { prepareOrders } from '../core/releases/commands/order.ts';
import { prepareOrdersOf, runReleases } from '../core/releases/jobs.ts';
import { sendStaffMails } from '../core/staff/commands/send-mails.ts';
import { writeNews } from '../core/staff/commands/write-news.ts';
import { removeDeletedStores } from '../core/stores/commands/remove.ts';
import { runDueWaitlists } from '../core/waitlists/jobs.ts';
import { pruneWebhooks } from '../core/webhooks/commands/prune.ts';
import { startWebhooks } from '../core/webhooks/jobs.ts';
import { actOnWithdrawals } from '../core/withdrawals/commands/act.ts';
import { followWithdrawals } from '../core/withdrawals/commands/follow.ts';
import { lookForContracts } from '../core/withdrawals/commands/look-for-contract.ts';
import { sendReceipts } from '../core/withdrawals/commands/send-receipts.ts';
import { type Loop, repeat } from '../platform/loop.ts';
import type { Traces } from '../platform/traces.ts';
import { traceJobs, traceWebhooks } from '../surfaces/operator/spans.ts';
import { followFacts } from './compose.ts';

const SWEEP_EVERY_MS = 1_000; // the delay of an expired hold, a due launch, a lost webhook
const RELEASES_EVERY_MS = 250; // a step makes a few seconds of work for a provider; the next step should be ready by then
const CONNECTIONS_EVERY_MS = 1_000; // tries again, and for lost notifications; what a platform tells wakes the round at once
const IMPORTS_EVERY_MS = 500; // a person looks on
const MONEY_EVERY_MS = 30 * 1_000; // retries and deadlines, which are days apart
const ACCOUNTS_EVERY_MS = 30 * 1_000; // how long a store stays closed after its key works again
const ALIVE_EVERY_MS = 30 * 1_000; // well below the minutes after which a worker counts as gone
const MAILS_EVERY_MS = 30 * 1_000; // in an outage, some of the waiting mails are tried every few minutes
const NEWS_EVERY_MS = 60 * 1_000; // a mail of the morning, and one about a waitlist that sells for hours or days
const AUDITS_EVERY_MS = 60 * 1_000; // audits run at a store's night, or when its fast sale is over
const RECONCILE_EVERY_MS = 10 * 60 * 1_000;
const LATE_BUYERS_EVERY_MS = 60 * 1_000;
const DEAD_JOBS_EVERY_MS = 60 * 1_000;
const FORGET_EVERY_MS = 3 * 1_000; // a few cards each time; after a release thousands are no longer needed
const PRUNE_EVERY_MS = 60 * 60 * 1_000;
const RETIRE_EVERY_MS = 20 * 1_000; // a thousand contacts each time, so a million takes some hours
const REQUESTS_EVERY_MS = 30 * 1_000; // what people ask for may take a month
const REHEARSALS_EVERY_MS = 2 * 1_000; // a person looks at the progress
const REMOVE_EVERY_MS = 5 * 1_000;
const WORDS_EVERY_MS = 1_000; // a tenth of the time of one core at most, beside a sale
const MISSING_WORDS_EVERY_MS = 5 * 1_000; // of a million pre-orders of before, for about an hour

export type BackgroundOptions = {
  mailConnections?: number;
  /** Called for each job that this process ends. */
  onJob?: ((ended: EndedJob) => void) | undefined;
  traces?: Traces | null;
};

export type Background = Pick<JobRunner, 'silentMs' | 'stop'>;

/** Starts the work of a worker: jobs from the outbox, webhooks, and the periodic rounds. Any number of processes may run it. */
export async function startBackground(
  deps: Deps,
  { mailConnections = SLOTS.mails, onJob, traces = null }: BackgroundOptions = {},
): Promise<Background> {
  // First, so that deadlines that passed while no worker ran are put off before any round or job decides.
  await noteAlive(deps);
  // A moved date is told to pages of hundreds of pre-orders, so its job uses `db`. All others look up a few rows by key.
  const { 'promise.due': tellInPages } = handlersOf(deps);
  const handlers = { ...handlersOf({ ...deps, db: deps.lookups }), 'promise.due': tellInPages };
  const slots = { ...SLOTS, mails: mailConnections };
  const watch = traces ? traceJobs(traces) : undefined;
  const loops = new Map<string, Loop>();
  const alsoHear = { channel: TASKS_CHANNEL, hear: () => loops.get('readChanged')?.wake() };
  const { lookups: db, log } = deps;
  const jobs = await startJobs({ db, log, slots, onEnded: onJob, watch, alsoHear }, handlers);
  const webhooks = startWebhooks(deps, traces ? traceWebhooks(traces) : undefined);
  for (const [name, { everyMs, run }] of Object.entries(roundsOf(deps))) loops.set(name, repeat(everyMs, run, log));
  return {
    silentMs: jobs.silentMs,
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      await webhooks.stop();
      await jobs.stop();
    },
  };
}

/** Periodic work. It is idempotent, and a failed round does not affect other rounds. */
export type Round = { everyMs: number; run: (stopping?: AbortSignal) => Promise<unknown> };

/** Returns the rounds by name. Tests and the simulator run them by name instead of by the clock. */
export function roundsOf(deps: Deps): Record<string, Round> {
  const rests = createRests();
  return {
    ...mailRounds(deps),
    ...withdrawalRounds(deps),
    noteAlive: { everyMs: ALIVE_EVERY_MS, run: () => noteAlive(deps) },
    endExpiredHolds: { everyMs: SWEEP_EVERY_MS, run: () => endExpiredHolds(deps) },
    endExpiredPayments: { everyMs: SWEEP_EVERY_MS, run: () => endExpiredPayments(deps) },
    settleSilentAttempts: { everyMs: SWEEP_EVERY_MS, run: () => settleSilentAttempts(deps) },
    endUnpaidSwaps: { everyMs: SWEEP_EVERY_MS, run: () => endUnpaidSwaps(deps) },
    endSilentQuestions: { everyMs: SWEEP_EVERY_MS, run: () => endSilentQuestions(deps) },
    remindOfQuestions: { everyMs: MONEY_EVERY_MS, run: () => remindOfQuestions(deps) },
    alertUnreached: { everyMs: LATE_BUYERS_EVERY_MS, run: () => alertUnreached(deps) },
    tellLateBuyers: { everyMs: LATE_BUYERS_EVERY_MS, run: () => tellLateBuyers(deps) },
    retryCharges: { everyMs: MONEY_EVERY_MS, run: () => retryCharges(deps) },
    resumeMovements: { everyMs: MONEY_EVERY_MS, run: () => resumeMovements(deps) },
    retryRefunds: { everyMs: MONEY_EVERY_MS, run: () => retryRefunds(deps) },
    findOwedRefunds: { everyMs: MONEY_EVERY_MS, run: () => findOwedRefunds(deps) },
    endLeftAttempts: { everyMs: MONEY_EVERY_MS, run: () => endLeftAttempts(deps) },
    putOffDeadlines: { everyMs: MONEY_EVERY_MS, run: () => putOffDeadlines(deps) },
    remindOfDeadlines: { everyMs: MONEY_EVERY_MS, run: () => remindOfDeadlines(deps) },
    alertUnasked: { everyMs: LATE_BUYERS_EVERY_MS, run: () => alertUnasked(deps) },
    cancelUnpaid: { everyMs: MONEY_EVERY_MS, run: () => cancelUnpaid(deps) },
    forgetCards: { everyMs: FORGET_EVERY_MS, run: () => forgetCards(deps) },
    runDueWaitlists: { everyMs: SWEEP_EVERY_MS, run: () => runDueWaitlists(deps) },
    readChanged: {
      everyMs: CONNECTIONS_EVERY_MS,
      run: (stopping) => readChanged(deps, stopping && { stopping, rests }),
    },
    readEverything: { everyMs: SWEEP_EVERY_MS, run: (stopping) => readEverything(deps, stopping) },
    askForChanges: { everyMs: SWEEP_EVERY_MS, run: () => askForChanges(deps) },
    runImports: { everyMs: IMPORTS_EVERY_MS, run: (stopping) => runImports(deps, stopping) },
    runReleases: { everyMs: RELEASES_EVERY_MS, run: () => runReleases(deps) },
    moveWaitingMoney: { everyMs: SWEEP_EVERY_MS, run: () => moveWaitingMoney(deps) },
    recheckWaits: { everyMs: ACCOUNTS_EVERY_MS, run: () => recheckWaits(deps) },
    recheckNonBlockingDisputes: { everyMs: PRUNE_EVERY_MS, run: () => recheckNonBlockingDisputes(deps) },
    recheckAccounts: { everyMs: ACCOUNTS_EVERY_MS, run: () => recheckAccounts(deps) },
    reconcileDueStores: { everyMs: RECONCILE_EVERY_MS, run: (stopping) => reconcileDueStores(deps, stopping) },
    auditDueStores: { everyMs: AUDITS_EVERY_MS, run: (stopping) => auditDueStores(deps, stopping) },
    freeLostJobs: { everyMs: DEAD_JOBS_EVERY_MS, run: () => freeLostJobs(deps) },
    takeBackFacts: { everyMs: DEAD_JOBS_EVERY_MS, run: () => takeBackFacts(deps) },
    alertDeadJobs: { everyMs: DEAD_JOBS_EVERY_MS, run: () => alertDeadJobs(deps) },
    prune: { everyMs: PRUNE_EVERY_MS, run: () => prune(deps.db) },
    pruneWebhooks: { everyMs: PRUNE_EVERY_MS, run: () => pruneWebhooks(deps) },
    removeDeletedStores: { everyMs: REMOVE_EVERY_MS, run: () => removeDeletedStores(deps) },
    runRehearsals: { everyMs: REHEARSALS_EVERY_MS, run: (stopping) => runRehearsals(deps, stopping) },
    answerRequests: { everyMs: REQUESTS_EVERY_MS, run: () => answerRequests(deps) },
    retireContacts: { everyMs: RETIRE_EVERY_MS, run: () => retireContacts(deps) },
    writeDueWords: { everyMs: WORDS_EVERY_MS, run: () => writeDueWords(deps.db) },
    writeProductWords: { everyMs: WORDS_EVERY_MS, run: () => writeProductWords(deps.db) },
    writeMissingWords: { everyMs: MISSING_WORDS_EVERY_MS, run: (stopping) => writeMissingWords(deps.db, stopping) },
    endRetention: { everyMs: PRUNE_EVERY_MS, run: () => endRetention(deps) },
  };
}

const withdrawalRounds = (deps: Deps): Record<string, Round> => ({
  lookForContracts: { everyMs: SWEEP_EVERY_MS, run: () => lookForContracts(deps) },
  sendReceipts: { everyMs: SWEEP_EVERY_MS, run: (stopping) => sendReceipts(deps, stopping) },
  actOnWithdrawals: { everyMs: MONEY_EVERY_MS, run: () => actOnWithdrawals(deps) },
  followWithdrawals: { everyMs: MONEY_EVERY_MS, run: () => followWithdrawals(deps) },
});

const mailRounds = (deps: Deps): Record<string, Round> => ({
  sendStaffMails: { everyMs: SWEEP_EVERY_MS, run: (stopping) => sendStaffMails(deps, stopping) },
  writeNews: { everyMs: NEWS_EVERY_MS, run: () => writeNews(deps) },
  tryWaitingMails: { everyMs: MAILS_EVERY_MS, run: () => tryWaitingMails(deps) },
});

/** Returns the job handlers by outbox topic. */
export function handlersOf(deps: Deps): JobHandlers {
  const moveMoney = createMoneyMover(deps);
  const sendMail = createMailSender(deps);
  return {
    'attempt.settle': async ({ storeId, subjectId }) => {
      await settle(deps, { storeId, attemptId: subjectId });
    },
    'dispute.changed': ({ storeId, detail }) => recordDispute(deps, storeId, detail.ref),
    'attempt.undo': ({ storeId, subjectId }) => undoSurplus(deps, { storeId, attemptId: subjectId }),
    'attempt.inspect': async ({ storeId, subjectId }) => {
      await inspectAttempt(deps, { storeId, attemptId: subjectId });
      deps.outbox.wake(); // dispatches the rows that the inspection wrote
    },
    'order.due': ({ storeId, subjectId }) => prepareOrders(deps, { storeId, preorderId: subjectId }),
    'orders.due': (job) => prepareOrdersOf(deps, job),
    'money.due': async ({ storeId, subjectId }) => {
      await moveMoney(storeId, subjectId);
      deps.outbox.wake(); // a release waits for the jobs that follow
    },
    'swap.paid': ({ storeId, subjectId }) => finishSwap(deps, { storeId, attemptId: subjectId }),
    'promise.due': (job) => tellMovedDate(deps, job),
    'outbox.row': (job) => dispatchAgain(deps.db, followFacts(deps.mailFrom), job),
    'mail.due': ({ storeId, subjectId }) => sendMail({ storeId, mailId: subjectId }),
  };
}
