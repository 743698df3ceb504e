import { type Command, Option } from 'commander';
import { AppError } from '../../../domain/error.ts';
import { messageLanguage } from '../../../messages/catalogue.ts';
import { type AnswerOf, type InputOf, type Operation, routeOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as operations from '../../../protocol/schema/admin-api/texts.ts';
import { type Asking, commandFor, defineAskingVerb, KEY_OPTION, type TypedField } from '../asking.ts';
import { formatFields, printable } from '../terminal.ts';
import type { Answer, Input, VerbRunner } from '../verb.ts';

type AdminText = operations.AdminText;

/** Adds the merchant's verbs for words of their own, on the button and in mails. */
export function addTexts(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  const { listTexts, updateTexts, previewMail, sendTestMail } = operations;

  addVerb({ ...verbs, usage: 'list', operation: listTexts }, async ({ ask }, input, { options: { of } }) =>
    textsAnswer((await ask(listTexts, input)).data, ({ group }) => (of ?? group) === group),
  ).option('--of <place>', 'only those of the button, or of a kind of mail such as placed');

  addVerb(
    { ...verbs, usage: 'set <key> <text>', operation: updateTexts },
    async ({ ask }, { language }, { args: [key = '', text = ''] }) => {
      const { data } = await ask(updateTexts, { language, texts: { [key]: text } });
      return textsAnswer(data, (one) => one.key === key);
    },
  ).description('put words of your own in place of ours; variables stand in braces, such as {store}');

  addVerb({ ...verbs, usage: 'reset <keys...>', operation: updateTexts }, async ({ ask }, { language }, { args }) => {
    const isAll = args.includes('all');
    const keys = isAll ? (await ask(listTexts, { language })).data.texts.map(({ key }) => key) : args;
    const { data } = await ask(updateTexts, { language, texts: Object.fromEntries(keys.map((key) => [key, null])) });
    return textsAnswer(data, ({ key }) => keys.includes(key));
  }).description('have ours again: of these keys, or of “all”');

  addVerb({ ...verbs, usage: 'preview <mail>', operation: previewMail }, async ({ ask }, input) => {
    const { data } = await ask(previewMail, input);
    const head = formatFields([
      ['From', data.from],
      ['Subject', data.subject],
    ]);
    return { data, text: `${head}\n\n${data.text.split('\n').map(printable).join('\n').trimEnd()}` };
  });

  addVerb({ ...verbs, usage: 'test <mail>', operation: sendTestMail }, async ({ ask }, input) => {
    const { data } = await ask(sendTestMail, input);
    return { data, text: `Sent to ${printable(data.to)}.` };
  });
}

const language: TypedField = {
  options: [() => new Option('--language <tag>', 'such as de; the language of the store if left out')],
  read: ({ language: tag }) => (tag as string | undefined)?.toLowerCase(),
};
// The arguments of the verb say them.
const texts: TypedField = { options: [], read: () => undefined };

type Options = Record<string, unknown> & { of?: string };

/** Adds a verb that performs an operation in the language of the store, or in the one that is named. */
function addVerb<Op extends Operation>(
  { noun, runner, operation, usage }: { noun: Command; runner: VerbRunner; operation: Op; usage: string },
  work: (asking: Asking, input: InputOf<Op>, given: Input<Options>) => Promise<Answer>,
): Command {
  const { command, inputFrom } = commandFor(noun, usage, { operation, typed: { language, texts } });
  if (routeOf(operation).method !== 'GET') command.option(...KEY_OPTION);
  defineAskingVerb<Options>(runner, command, (asking, given) =>
    work(asking, Object.assign({ language: messageLanguage(asking.store.locale) }, inputFrom(given)), given),
  );
  return command;
}

function textsAnswer(
  { language: tag, texts: all }: AnswerOf<typeof operations.listTexts>,
  shows: (text: AdminText) => boolean,
): Answer {
  const shown = all.filter(shows);
  if (shown.length === 0) throw new AppError('unknown_text', 'There is no such text.');
  return { data: { language: tag, texts: shown }, text: shown.map(textOf).join('\n\n') };
}

function textOf({ key, text, original, variables }: AdminText): string {
  const lines = [`${key}:`, `  ${printable(text ?? original)}${text === null ? '' : '   (yours)'}`];
  if (text !== null) lines.push(`  Ours: ${printable(original)}`);
  if (variables.length > 0) lines.push(`  Variables: ${variables.map((name) => `{${name}}`).join(' ')}`);
  return lines.join('\n');
}
