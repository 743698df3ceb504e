import { type Command, Option } from 'commander';
import type { TSchema } from 'typebox';
import type { Store } from '../../core/stores/queries.ts';
import { parsePercentage } from '../../domain/part.ts';
import type { AnswerOf, InputOf, Operation } from '../../protocol/schema/admin-api/operation.ts';
import { fieldOf, isPart } from '../fields.ts';
import { operatorOf } from './activity-note.ts';
import { collect } from './values.ts';
import { chooseStore, defineBareVerb, needsOf, STORE_OPTION, type VerbRunner } from './verb.ts';

type Field = TSchema & { type?: string; format?: string; description?: string; items?: TSchema };
type Asking<Op extends Operation> = {
  operation: Op;
  /** Formats the answer for people. With `--json` the answer is printed as the private API has it. */
  text: (data: AnswerOf<Op>, store: Store) => string;
};

/**
 * Adds a verb that performs an operation of the private API: `usage` is its name with the fields that are arguments, such as
 * `create <code>`. The other fields of the operation are options, with their words and kinds. What the fields allow is checked by
 * the operation itself.
 */
export function addAskingVerb<Op extends Operation>(
  { noun, runner }: { noun: Command; runner: VerbRunner },
  usage: string,
  { operation, text }: Asking<Op>,
): void {
  const command = noun.command(usage).description(operation.summary);
  const fields = fieldsOf(operation);
  const named = command.registeredArguments.map((argument) => argument.name().replaceAll('-', '_'));
  for (const [name, field] of Object.entries(fields)) {
    if (!named.includes(name)) command.addOption(optionOf(name, field, isRequired(operation, name)));
  }
  command.option(...STORE_OPTION);
  defineBareVerb<{ store?: string }>(runner, command, async ({ args, options }) => {
    const { db, ask } = await (await runner.installation()).openToAsk(needsOf(command));
    const store = await chooseStore({ db }, options.store);
    const given = Object.entries({
      ...valuesByField(options),
      ...Object.fromEntries(named.map((name, at) => [name, args[at]])),
    });
    const input = Object.fromEntries(
      given.flatMap(([name, value]) => (fields[name] ? [[name, wireOf(fields[name], value, name)]] : [])),
    );
    const { data } = await ask({ store, name: operatorOf(runner.terminal.env) }, operation, input as InputOf<Op>);
    return { data, text: text(data, store) };
  });
}

const fieldsOf = ({ params, query, body }: Operation): Record<string, Field> => ({
  ...params?.properties,
  ...query?.properties,
  ...body?.properties,
});

const isRequired = ({ query, body }: Operation, name: string) =>
  [query, body].some((schema) => (schema?.required as string[] | undefined)?.includes(name));

/** Returns the option of a field: `starts_at` is `--starts-at <time>`. */
function optionOf(name: string, schema: Field, isMandatory: boolean): Option {
  const field: Field = fieldOf(schema);
  const flag = `--${name.replaceAll('_', '-')}`;
  if (field.type === 'boolean') return new Option(flag, wordsOf(schema));
  const option = new Option(`${flag} <${placeholderOf(field)}>`, wordsOf(schema)).makeOptionMandatory(isMandatory);
  return field.type === 'array' ? option.argParser(collect) : option;
}

function placeholderOf(field: Field): string {
  if (isPart(field)) return 'part';
  if (field.format === 'decimal') return 'amount';
  if (field.format === 'moment') return 'time';
  return { integer: 'n', number: 'n' }[field.type ?? ''] ?? 'text';
}

/** Returns what the private API says of a field, for the command line: `none` stands for null there. */
function wordsOf(schema: Field): string {
  const { description: own } = fieldOf(schema) as Field;
  const sentences = [...new Set([schema.description, own])].filter((sentence) => sentence !== undefined);
  return sentences
    .join(' ')
    .replaceAll('`', '')
    .replaceAll(/\bNull\b/g, 'none')
    .replace(/\.$/, '');
}

const valuesByField = (options: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

/** Returns a value as JSON has it. Text that is not of the field's kind stays text, and the operation refuses it. */
function wireOf(schema: Field, given: unknown, name: string): unknown {
  const field: Field = fieldOf(schema);
  const { items } = field;
  if (items && Array.isArray(given)) return given.map((one) => wireOf(items, one, name));
  if (typeof given !== 'string') return given;
  if (given === 'none' && field !== schema) return null;
  if (isPart(field)) {
    return given.trim().endsWith('%') ? { percent: parsePercentage(given, 2, name) / 100 } : { amount: given };
  }
  if (field.type === 'integer' || field.type === 'number') return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
  return given;
}
