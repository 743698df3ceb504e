import { Argument, type Command, Option } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { MAIL_KINDS, previewMail, sendSampleMail } from '../../../core/mails/commands/sample.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { changeTexts, checkTextLanguage, type TextChanges } from '../../../core/texts/commands.ts';
import { TEXT_GROUPS } from '../../../core/texts/list.ts';
import { type ChangeableText, listTexts } from '../../../core/texts/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { messageLanguage } from '../../../messages/catalogue.ts';
import { textJson } from '../../merchant-json/texts.ts';
import { formatFields, printable } from '../terminal.ts';
import { type Answer, defineStoreVerb, type VerbRunner } from '../verb.ts';

type InLanguage = { language?: string };

/** Adds the merchant's verbs for words of their own, on the button and in mails. */
export function addTexts(runner: VerbRunner, texts: Command): void {
  const inLanguage = (command: Command) =>
    command.option('--language <tag>', 'such as de (default: the language of the store)');

  const list = inLanguage(texts.command('list'))
    .description('ours and those of the store, with their variables')
    .addOption(new Option('--of <place>', 'only those of').choices(TEXT_GROUPS));
  defineStoreVerb<InLanguage & { of?: string }>(runner, list, (deps, { store, options }) =>
    textsAnswer(deps, store, {
      language: languageOf(options, store),
      shown: ({ group }) => (options.of ?? group) === group,
    }),
  );

  const set = inLanguage(texts.command('set'))
    .argument('<key>', 'its name, as listed')
    .argument('<text>', 'such as "Reserve yours"; variables stand in braces, such as {store}')
    .description('put words of your own in place of ours');
  defineStoreVerb<InLanguage>(runner, set, (deps, { store, args: [key = '', text = ''], options }) =>
    change(deps, store, { language: languageOf(options, store), texts: { [key]: text } }),
  );

  const reset = inLanguage(texts.command('reset'))
    .argument('<keys...>', 'their names, as listed, or “all”')
    .description('have ours again');
  defineStoreVerb<InLanguage>(runner, reset, async (deps, { store, args, options }) => {
    const language = languageOf(options, store);
    const all = args.includes('all') ? (await listTexts(deps.db, store.id, language)).map(({ key }) => key) : args;
    return change(deps, store, { language, texts: Object.fromEntries(all.map((key) => [key, null])) });
  });

  const mail = () => new Argument('<mail>', 'its kind').choices(MAIL_KINDS);
  const preview = inLanguage(texts.command('preview'))
    .addArgument(mail())
    .description('what a mail says, about a made-up pre-order');
  defineStoreVerb<InLanguage>(runner, preview, async (deps, { store, args: [kind = ''], options }) => {
    const shown = await previewMail(deps, store, { mail: kind, language: languageOf(options, store) });
    const head = formatFields([
      ['From', shown.from],
      ['Subject', shown.subject],
    ]);
    return { data: shown, text: `${head}\n\n${shown.text.split('\n').map(printable).join('\n').trimEnd()}` };
  });

  const test = inLanguage(texts.command('test'))
    .addArgument(mail())
    .description('send that mail to the contact address of the store');
  defineStoreVerb<InLanguage>(runner, test, async (deps, { store, args: [kind = ''], options }) => {
    const { contactEmail: to } = store;
    await sendSampleMail(deps, store, { mail: kind, language: languageOf(options, store), to });
    return { data: { to }, text: `Sent to ${printable(to)}.` };
  });
}

const languageOf = ({ language }: InLanguage, { locale }: Store): string =>
  checkTextLanguage(language?.toLowerCase() ?? messageLanguage(locale));

async function change(
  deps: Deps,
  store: Store,
  { language, texts }: { language: string; texts: TextChanges },
): Promise<Answer> {
  await changeTexts(deps, { storeId: store.id, language }, texts);
  return textsAnswer(deps, store, { language, shown: ({ key }) => key in texts });
}

type TextFilter = { language: string; shown: (text: ChangeableText) => boolean };

async function textsAnswer({ db }: Pick<Deps, 'db'>, store: Store, { language, shown }: TextFilter): Promise<Answer> {
  const texts = (await listTexts(db, store.id, language)).filter(shown);
  if (texts.length === 0) throw new AppError('unknown_text', 'There is no such text.');
  return { data: { language, texts: texts.map(textJson) }, text: texts.map(textOf).join('\n\n') };
}

function textOf({ key, text, original, variables }: ChangeableText): string {
  const lines = [`${key}:`, `  ${printable(text ?? original)}${text === null ? '' : '   (yours)'}`];
  if (text !== null) lines.push(`  Ours: ${printable(original)}`);
  if (variables.length > 0) lines.push(`  Variables: ${variables.map((name) => `{${name}}`).join(' ')}`);
  return lines.join('\n');
}
