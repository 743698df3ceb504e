import type { Command } from 'commander';
import { changeContact } from '../../../core/people/commands/change-contact.ts';
import { addNote, removeNote } from '../../../core/preorders/commands/note.ts';
import { writeToShopper } from '../../../core/preorders/commands/write-to-shopper.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { defineStoreVerb, type VerbRunner } from '../verb.ts';
import { showAnswer } from './show.ts';

/** Adds `note`, for colleagues, `write`, to the customer, and `contact`, where mails to the customer go. */
export function addWords(runner: VerbRunner, preorders: Command): void {
  const by = runner.terminal.env.USER ?? 'command line';
  const note = preorders
    .command('note')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .argument('[text]', 'what to note for colleagues; the customer never sees it')
    .option('--remove <id>', 'remove this note instead, by its id in --json')
    .description('note something, or remove a note');
  defineStoreVerb<{ remove?: string }>(runner, note, async (deps, { store, args, options }) => {
    const [reference = '', text = ''] = args;
    const { id: preorderId } = await readPreorder(deps.db, store.id, reference);
    const key = { storeId: store.id, preorderId };
    if (options.remove === undefined) await addNote(deps, key, { text, by });
    else await removeNote(deps, key, options.remove);
    const { data, text: shown } = await showAnswer(deps.db, store, reference);
    return { data, text: `${options.remove === undefined ? 'Noted.' : 'Removed.'}\n\n${shown}` };
  });

  const write = preorders
    .command('write')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .argument('<text>', 'what the customer reads, in a mail and on the status page')
    .description('write to the customer, such as an answer to their message');
  defineStoreVerb(runner, write, async (deps, { store, args: [reference = '', text = ''] }) => {
    const { id: preorderId } = await readPreorder(deps.db, store.id, reference);
    await writeToShopper(deps, { storeId: store.id, preorderId, text, by });
    const { data, text: shown } = await showAnswer(deps.db, store, reference);
    return { data, text: `The mail is on its way.\n\n${shown}` };
  });

  const contact = preorders
    .command('contact')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .requiredOption('--email <address>', 'where mails to the customer go from now on')
    .description('change the e-mail address; both addresses get a mail, and earlier links end');
  defineStoreVerb<{ email: string }>(runner, contact, async (deps, { store, args: [reference = ''], options }) => {
    const { id: preorderId } = await readPreorder(deps.db, store.id, reference);
    const changed = await changeContact(deps, { storeId: store.id, preorderId, email: options.email, by });
    const { data, text: shown } = await showAnswer(deps.db, store, reference);
    return { data, text: `${changed ? 'Both addresses get a mail.' : 'It is this address already.'}\n\n${shown}` };
  });
}
