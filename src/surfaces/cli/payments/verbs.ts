import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { exportMovedMoney, listMovedMoney } from '../../../protocol/schema/admin-api/moved-money.ts';
import * as operations from '../../../protocol/schema/admin-api/payments.ts';
import { type Asking, addAskingVerb, type TypedField } from '../asking.ts';
import { addExportVerb } from '../export.ts';
import { formatCount, formatNextSteps } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import {
  accountText,
  disputesTable,
  movedTable,
  owedRefundsTable,
  paysWithoutAccount,
  reconciliationText,
} from './views.ts';

type Account = operations.AdminPaymentAccount;

/** Adds the merchant's verbs for the store's Stripe account: connect it, and compare its payments with the ledger. */
export function addPayments(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'connect', {
    operation: operations.connectPaymentAccount,
    typed: {
      secret_key: secretFrom('secret-key', 'secretKeyFile'),
      webhook_secret: secretFrom('webhook-secret', 'webhookSecretFile'),
    },
    text: connectedText,
  });
  addAskingVerb(verbs, 'show', { operation: operations.getPaymentAccount, text: shownText });
  addAskingVerb(verbs, 'disconnect', { operation: operations.disconnectPaymentAccount, text: disconnectedText });
  addAskingVerb(verbs, 'pace <calls-per-second>', { operation: operations.setPaymentPace, text: shownText });
  addAskingVerb(verbs, 'reconcile', {
    operation: operations.comparePayments,
    text: reconciliationText,
    isPartly: ({ differences }) => differences.length > 0,
  });
  addAskingVerb(verbs, 'list', { operation: listMovedMoney, text: movedTable });
  addExportVerb(verbs, 'export', exportMovedMoney);
  addAskingVerb(verbs, 'disputes', { operation: operations.listDisputes, text: disputesTable });
  addAskingVerb(verbs, 'refunds', { operation: operations.listOwedRefunds, text: owedRefundsTable });
  addAskingVerb(verbs, 'retry-refunds', {
    operation: operations.retryOwedRefunds,
    text: ({ asked }) => `${formatCount(asked, 'refund')} tried again.`,
  });
}

const SECRET_BYTES_MAX = 1_000;

/** A secret comes from a file, because arguments are visible in the shell's history and in the list of processes. */
const secretFrom = (name: string, option: string): TypedField => ({
  options: [(isMandatory) => new Option(`--${name}-file <path>`, 'a file with it').makeOptionMandatory(isMandatory)],
  read({ [option]: path }) {
    const refuse = (why: string) =>
      new AppError('invalid_parameter', `${path} ${why}.`, { param: `${name.replace('-', '_')}_file` });
    const text = textOf(path as string, refuse);
    if (text.length > SECRET_BYTES_MAX) throw refuse('holds more than a key');
    return text.trim();
  },
});

function textOf(path: string, refuse: (why: string) => AppError): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unreadable'})`);
  }
}

async function shownText(account: Account, store: Store, { baseUrl, compose }: Asking): Promise<string> {
  const { accounts } = await compose();
  return accountText(account, store, { baseUrl, takes: accounts.takes });
}

async function connectedText(account: Account, store: Store, asking: Asking): Promise<string> {
  const next = formatNextSteps([['Open what may sell now', `./service waitlists list --store ${store.slug}`]]);
  return `Connected.\n\n${await shownText(account, store, asking)}\n\n${next}`;
}

async function disconnectedText(
  { forgotten, unfinished }: { forgotten: boolean; unfinished: number },
  store: Store,
  { ask, compose }: Asking,
): Promise<string> {
  const { data: account } = await ask(operations.getPaymentAccount, {});
  const { accounts } = await compose();
  const kept = `It takes no new payments. Its keys stay for ${unfinished} payments and pre-orders that are not finished; run this again when they are.`;
  const now = paysWithoutAccount(store, account, accounts.takes);
  return `${forgotten ? 'Disconnected; its keys are deleted.' : kept}\n${now}`;
}
