import { type Command, Option } from 'commander';
import { suppress, unsuppress } from '../../../core/mails/commands/suppress.ts';
import {
  findSuppression,
  listSuppressions,
  type Suppression,
  type SuppressionReason,
} from '../../../core/mails/queries.ts';
import { checkPerson } from '../../../core/people/commands/erase.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { suppressionJson } from '../../merchant-json/mails.ts';
import { formatTable, formatTime } from '../terminal.ts';
import { defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

const REASONS: readonly SuppressionReason[] = ['bounced', 'complained'];

/** Adds the merchant's verbs for suppressed addresses. Of each address only a customer key is kept, with its pre-orders. */
export function addSuppressions(runner: VerbRunner, suppressions: Command): void {
  defineStoreReading(runner, suppressions.command('list').description('newest first'), async ({ db }, { store }) => {
    const found = await listSuppressions(db, store.id);
    return { data: found.map(suppressionJson), text: listText(found, store) };
  });

  const ofAddress = (name: string, description: string) =>
    suppressions.command(name).argument('<email>', 'the address').description(description);
  const add = ofAddress('add', 'send no more mails there, after a bounce or a complaint').addOption(
    new Option('--reason <reason>', 'why (default: bounced); replaces an earlier reason').choices(REASONS),
  );
  defineStoreVerb<{ reason?: SuppressionReason }>(runner, add, async ({ db }, { store, args, options }) => {
    const person = checkPerson({ storeId: store.id, email: args[0] ?? '' });
    const before = await findSuppression(db, store.id, person.email);
    await suppress(db, person, { reason: options.reason });
    const kept = await findSuppression(db, store.id, person.email);
    return { data: kept && suppressionJson(kept), text: addedText(before, kept) };
  });
  const remove = ofAddress('remove', 'allow mails to it again; send missed ones with ./service mails resend');
  defineStoreVerb(runner, remove, async ({ db }, { store, args }) => {
    const removed = await unsuppress(db, checkPerson({ storeId: store.id, email: args[0] ?? '' }));
    const text = removed ? 'The address gets mails again.' : 'It was not on the list and gets mails.';
    return { data: { removed }, text };
  });
}

function addedText(before: Suppression | null, kept: Suppression | null): string {
  if (before === null) return 'The address gets no more mails.';
  const was = `It was already on the list: ${reasonText(before)}`;
  return before.reason === kept?.reason ? `${was}.` : `${was}. Now: ${kept?.reason}.`;
}

function reasonText({ reason, codes }: Suppression): string {
  return codes === '' ? reason : `${reason} (${codes})`;
}

function listText(found: readonly Suppression[], { timeZone }: Store): string {
  if (found.length === 0) return 'The list is empty: all addresses get mails.';
  const rows = found.map((suppression) => [
    suppression.references.join(', ') || 'none',
    reasonText(suppression),
    formatTime(suppression.createdAt, timeZone),
  ]);
  return formatTable(['Pre-orders', 'Why', 'Since'], rows);
}
