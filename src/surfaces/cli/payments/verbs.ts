import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { connectAccount, disconnectAccount, setPace } from '../../../core/accounts/commands/connect.ts';
import { readAccount } from '../../../core/accounts/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import * as operations from '../../../protocol/schema/admin-api/payments.ts';
import { accountJson, notConnectedJson, readAccountView } from '../../merchant-json/payments.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount, formatNextSteps } from '../terminal.ts';
import { type Answer, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import {
  accountText,
  addressNote,
  disputesTable,
  eventsText,
  owedRefundsTable,
  paysWithoutAccount,
  reconciliationText,
} from './views.ts';

type InStore<Options> = Input<Options> & { store: Store };

type ConnectOptions = { secretKeyFile: string; publishableKey: string; webhookSecretFile: string; address?: string };

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

  const verbs = { noun: payments, runner };
  addAskingVerb(verbs, 'reconcile', {
    operation: operations.comparePayments,
    text: reconciliationText,
    isPartly: ({ differences }) => differences.length > 0,
  });
  addAskingVerb(verbs, 'disputes', { operation: operations.listDisputes, text: disputesTable });
  addAskingVerb(verbs, 'refunds', { operation: operations.listOwedRefunds, text: owedRefundsTable });
  addAskingVerb(verbs, 'retry-refunds', {
    operation: operations.retryOwedRefunds,
    text: ({ asked }) => `${formatCount(asked, 'refund')} tried again.`,
  });
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
