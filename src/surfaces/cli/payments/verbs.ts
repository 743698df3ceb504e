import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { connectAccount, disconnectAccount, hookOf, setPace } from '../../../core/accounts/commands/connect.ts';
import { reconcileStore } from '../../../core/accounts/commands/reconcile.ts';
import { listDisputes } from '../../../core/accounts/queries/disputes.ts';
import { countWaiting, readAccount } from '../../../core/accounts/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { askForOwedRefunds, retryRefunds } from '../../../core/payments/commands/owed-refunds.ts';
import { listOwedRefunds } from '../../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { laterDay, parseMoment } from '../../../domain/store-time.ts';
import { ProviderError } from '../../../integrations/payments/port.ts';
import { accountJson, differenceJson, disputeJson, owedRefundJson } from '../../merchant-json/payments.ts';
import { formatCount, formatNextSteps } from '../terminal.ts';
import { type Answer, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import {
  accountText,
  addressNote,
  disputesText,
  eventsText,
  owedRefundsText,
  paysWithoutAccount,
  reconciliationText,
} from './views.ts';

type InStore<Options> = Input<Options> & { store: Store };

type ConnectOptions = { secretKeyFile: string; publishableKey: string; webhookSecretFile: string; address?: string };
type ReconcileOptions = { from?: string; to?: string };

/** Adds the merchant's verbs for the store's Stripe account: connect it, and compare its payments with the ledger. */
export function addPayments(runner: VerbRunner, program: Command): void {
  const payments = program.command('payments').description('the merchant’s own account at Stripe');
  const verb = (name: string, description: string) => payments.command(name).description(description);

  const connect = verb('connect', 'connect an account, or give it new keys; tests the key with one call')
    .requiredOption('--secret-key-file <path>', 'a file with the secret key, which may be a restricted key')
    .requiredOption('--publishable-key <key>', 'the key that browsers use, pk_…')
    .requiredOption('--webhook-secret-file <path>', 'a file with the signing secret of the webhook endpoint, whsec_…')
    .option('--address <url>', 'a stand-in for Stripe on this machine, for test stores');
  defineStoreVerb<ConnectOptions>(runner, connect, connectVerb);

  defineStoreVerb(
    runner,
    verb('show', 'show the account, the address for its webhooks, and whether it works'),
    showVerb,
  );

  const disconnect = verb('disconnect', 'end new payments; the keys stay while pre-orders need them');
  defineStoreVerb(runner, disconnect, disconnectVerb);

  const pace = verb('pace', 'set how many calls a second all processes together may make').argument(
    '<calls>',
    'a whole number, or “default” for a number below Stripe’s limit',
  );
  defineStoreVerb(runner, pace, paceVerb);

  const reconcile = verb(
    'reconcile',
    'compare the account’s list of payments with the ledger; exit code 1: they differ',
  )
    .option('--from <day>', 'such as 2026-06-01, or a time, on the store’s clock; otherwise 30 days ago')
    .option('--to <day>', 'the last day that counts, or a time; otherwise now');
  defineStoreVerb<ReconcileOptions>(runner, reconcile, reconcileVerb);

  const refunds = verb('refunds', 'list refunds that the provider refuses, the oldest first').option(
    '--again',
    'try all of them again now',
  );
  defineStoreVerb<{ again?: true }>(runner, refunds, refundsVerb);

  defineStoreVerb(runner, verb('disputes', 'payments that a shopper’s bank disputes, the newest first'), disputesVerb);
}

async function connectVerb(deps: Deps, { store, options }: InStore<ConnectOptions>): Promise<Answer> {
  await connectAccount(deps, store.id, {
    secretKey: await readSecret(options.secretKeyFile, 'secret_key_file'),
    publishableKey: options.publishableKey.trim(),
    webhookSecret: await readSecret(options.webhookSecretFile, 'webhook_secret_file'),
    address: options.address ?? null,
  });
  deps.outbox.wake();
  const { data, text } = await showVerb(deps, { store });
  const next = formatNextSteps([['Open what may sell now', `./service waitlists list --store ${store.slug}`]]);
  return { data, text: `Connected.\n\n${text}\n\n${next}` };
}

const SECRET_BYTES_MAX = 1_000;

/** Reads a secret from a file, because arguments are visible in the shell's history and in the list of processes. */
async function readSecret(path: string, param: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new AppError('invalid_parameter', `${path} cannot be read (${reason}).`, { param });
  });
  if (text.length > SECRET_BYTES_MAX) {
    throw new AppError('invalid_parameter', `${path} holds more than a key.`, { param });
  }
  return text.trim();
}

async function showVerb(deps: Deps, { store }: { store: Store }): Promise<Answer> {
  const account = await readAccount(deps.db, store.id);
  if (!account) return notConnected(deps, store);
  const { takes, events } = deps.accounts;
  const waiting = await countWaiting(deps.db, store.id);
  const pace = deps.accounts.callsPerSecond(account);
  const view = { account, store, baseUrl: deps.baseUrl, takes, events, waiting, pace };
  return { data: accountJson(view), text: accountText(view) };
}

function notConnected({ baseUrl, accounts }: Deps, store: Store): Answer {
  const address = `${baseUrl}/webhooks/${accounts.name}/${hookOf(store.id)}`;
  const steps = formatNextSteps([
    [
      'Create a webhook endpoint at Stripe for this address, and save its signing secret in a file',
      `${address}\n${addressNote(baseUrl)}`,
    ],
    ['Give it these events', eventsText(accounts.events)],
    ['Then', './service payments connect --help'],
  ]);
  const data = { provider: null, state: 'not_connected', webhook_address: address, webhook_events: accounts.events };
  const ways = paysWithoutAccount(store, { account: null, takes: accounts.takes });
  const text = `Not connected: this store has no payment account. ${ways}`;
  if (!accounts.takes(store.currency)) {
    return { data, text: `${text}\nA store in ${store.currency} cannot be paid through Stripe.` };
  }
  return { data, text: `${text}\n\n${steps}` };
}

async function disconnectVerb(deps: Deps, { store }: { store: Store }): Promise<Answer> {
  const { forgotten, unfinished } = await disconnectAccount(deps, store.id);
  deps.outbox.wake();
  const kept = `It takes no new payments. Its keys stay for ${unfinished} payments and pre-orders that are not finished; run this again when they are.`;
  const account = await readAccount(deps.db, store.id);
  const now = paysWithoutAccount(store, { account, takes: deps.accounts.takes });
  return {
    data: { forgotten, unfinished },
    text: `${forgotten ? 'Disconnected; its keys are deleted.' : kept}\n${now}`,
  };
}

async function paceVerb(deps: Deps, { store, args }: InStore<object>): Promise<Answer> {
  const [text = ''] = args;
  // `setPace` refuses NaN.
  await setPace(deps, store.id, text === 'default' ? null : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);
  return showVerb(deps, { store });
}

const DAY_MS = 24 * 60 * 60 * 1_000;

async function reconcileVerb(deps: Deps, { store, options }: InStore<ReconcileOptions>): Promise<Answer> {
  const now = deps.clock.now();
  const { from: first, to: last } = options;
  const from = first === undefined ? new Date(now.getTime() - 30 * DAY_MS) : parseMoment(first, store.timeZone, 'from');
  const until = last === undefined ? now : endOfPeriod(last, store);
  if (from >= until) throw new AppError('invalid_parameter', 'The period ends before it begins.', { param: 'to' });
  const found = await reconcileStore(deps, store.id, { from, until }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('unavailable', `The provider does not answer: ${error.message}`);
  });
  const data = {
    from: from.toISOString(),
    to: until.toISOString(),
    payments: found.payments,
    others: found.others,
    differences: found.differences.map(differenceJson),
  };
  return { data, text: reconciliationText(found, { from, until }, store), partly: found.differences.length > 0 };
}

/** Returns the end of a period. A day ends at midnight on the store's clock. */
function endOfPeriod(text: string, { timeZone }: Store): Date {
  const at = parseMoment(text, timeZone, 'to');
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
  return isDay ? parseMoment(laterDay(text.trim(), 1), timeZone, 'to') : at;
}

const REFUNDS_MAX = 500;

async function refundsVerb(deps: Deps, { store, options }: InStore<{ again?: true }>): Promise<Answer> {
  const asked = options.again ? await askForOwedRefunds(deps.db, store.id) : 0;
  if (asked > 0) await retryRefunds(deps);
  const found = await listOwedRefunds(deps.db, store.id, REFUNDS_MAX);
  const text = owedRefundsText(found, store);
  return {
    data: found.map(owedRefundJson),
    text: asked > 0 ? `${formatCount(asked, 'refund')} tried again.\n\n${text}` : text,
  };
}

async function disputesVerb(deps: Deps, { store }: { store: Store }): Promise<Answer> {
  const found = await listDisputes(deps.db, store.id);
  return { data: found.map(disputeJson), text: disputesText(found, store) };
}
