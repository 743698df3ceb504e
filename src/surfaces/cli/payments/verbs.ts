import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { connectAccount, disconnectAccount, setPace } from '../../../core/accounts/commands/connect.ts';
import { comparePeriod } from '../../../core/accounts/commands/reconcile.ts';
import { listDisputes } from '../../../core/accounts/queries/disputes.ts';
import { readAccount } from '../../../core/accounts/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { askForOwedRefunds, retryRefunds } from '../../../core/payments/commands/owed-refunds.ts';
import { listOwedRefunds, OWED_REFUNDS_MAX } from '../../../core/payments/queries/owed-refunds.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import {
  accountJson,
  disputeJson,
  notConnectedJson,
  owedRefundJson,
  readAccountView,
  reconciliationJson,
} from '../../merchant-json/payments.ts';
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
export function addPayments(runner: VerbRunner, payments: Command): void {
  const verb = (name: string, description: string) => payments.command(name).description(description);

  const connect = verb('connect', 'connect an account, or give it new keys; tests the key with one call')
    .requiredOption('--secret-key-file <path>', 'a file with the secret key, which may be a restricted key')
    .requiredOption('--publishable-key <key>', 'the key that browsers use, pk_…')
    .requiredOption('--webhook-secret-file <path>', 'a file with the signing secret of the webhook endpoint, whsec_…')
    .option('--address <url>', 'the stand-in for Stripe that STRIPE_STAND_IN names, for test stores');
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
  const view = await readAccountView(deps, store);
  return view ? { data: accountJson(view), text: accountText(view) } : notConnected(deps, store);
}

function notConnected(deps: Deps, store: Store): Answer {
  const { baseUrl, accounts } = deps;
  const data = notConnectedJson(deps, store);
  const address = data.webhook_address;
  const steps = formatNextSteps([
    [
      'Create a webhook endpoint at Stripe for this address, and save its signing secret in a file',
      `${address}\n${addressNote(baseUrl)}`,
    ],
    ['Give it these events', eventsText(accounts.events)],
    ['Then', './service payments connect --help'],
  ]);
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

async function reconcileVerb(deps: Deps, { store, options }: InStore<ReconcileOptions>): Promise<Answer> {
  const { period, found } = await comparePeriod(deps, store, options);
  const text = reconciliationText(found, period, store);
  return { data: reconciliationJson(found, period), text, partly: found.differences.length > 0 };
}

async function refundsVerb(deps: Deps, { store, options }: InStore<{ again?: true }>): Promise<Answer> {
  const asked = options.again ? await askForOwedRefunds(deps.db, store.id) : 0;
  if (asked > 0) await retryRefunds(deps);
  const found = await listOwedRefunds(deps.db, store.id, OWED_REFUNDS_MAX);
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
