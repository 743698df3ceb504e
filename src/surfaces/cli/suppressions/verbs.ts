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
import { formatTable, formatTime } from '../terminal.ts';
import { defineStoreVerb, type VerbRunner } from '../verb.ts';

const REASONS: readonly SuppressionReason[] = ['bounced', 'complained'];

/** Adds the merchant's verbs for suppressed addresses. Of each address only a customer key is kept, with its pre-orders. */
export function addSuppressions(runner: VerbRunner, program: Command): void {
  const suppressions = program
    .command('suppressions')
    .description('addresses that mails go to no more: a mail server refused them for good, or you said so');

  defineStoreVerb(runner, suppressions.command('list').description('newest first'), async ({ db }, { store }) => {
    const found = await listSuppressions(db, store.id);
    return { data: found.map(suppressionJson), text: listText(found, store) };
  });

  const ofAddress = (name: string, description: string) =>
    suppressions.command(name).argument('<email>', 'the address').description(description);
  const add = ofAddress('add', 'send nothing more there, because a bounce or a complaint came back').addOption(
    new Option(
      '--reason <reason>',
      'why (at first: bounced); given again, it takes the place of the one before',
    ).choices(REASONS),
  );
  defineStoreVerb<{ reason?: SuppressionReason }>(runner, add, async ({ db }, { store, args, options }) => {
    const person = checkPerson({ storeId: store.id, email: args[0] ?? '' });
    const before = await findSuppression(db, store.id, person.email);
    await suppress(db, person, { reason: options.reason });
    const kept = await findSuppression(db, store.id, person.email);
    return { data: kept && suppressionJson(kept), text: addedText(before, kept) };
  });
  const remove = ofAddress('remove', 'send there again; what was not sent meanwhile: ./service mails resend');
  defineStoreVerb(runner, remove, async ({ db }, { store, args }) => {
    const removed = await unsuppress(db, checkPerson({ storeId: store.id, email: args[0] ?? '' }));
    const text = removed ? 'Mails go there again.' : 'It was not on the list: mails go there.';
    return { data: { removed }, text };
  });
}

function addedText(before: Suppression | null, kept: Suppression | null): string {
  if (before === null) return 'Nothing more is sent there.';
  const was = `It was on the list already: ${reasonText(before)}`;
  return before.reason === kept?.reason ? `${was}.` : `${was}. Now: ${kept?.reason}.`;
}

function reasonText({ reason, codes }: Suppression): string {
  return codes === '' ? reason : `${reason} (${codes})`;
}

function suppressionJson({ customerKey, reason, codes, createdAt, references }: Suppression) {
  return { customer_key: customerKey, reason, codes, since: createdAt.toISOString(), preorders: references };
}

function listText(found: readonly Suppression[], { timeZone }: Store): string {
  if (found.length === 0) return 'Mails go to everybody.';
  const rows = found.map((suppression) => [
    suppression.references.join(', ') || 'none',
    reasonText(suppression),
    formatTime(suppression.createdAt, timeZone),
  ]);
  return formatTable(['Pre-orders', 'Why', 'Since'], rows);
}
