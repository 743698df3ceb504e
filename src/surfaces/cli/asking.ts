import { type Argument, type Command, Option } from 'commander';
import type { TSchema } from 'typebox';
import type { Store } from '../../core/stores/queries.ts';
import { parsePercentage } from '../../domain/part.ts';
import { parseDuration } from '../../domain/test-clock.ts';
import {
  type AnswerOf,
  type FileOperation,
  type InputOf,
  type Operation,
  routeOf,
} from '../../protocol/schema/admin-api/operation.ts';
import { fieldOf, isPart } from '../fields.ts';
import { operatorOf } from './activity-note.ts';
import type { OpenToAsk, UploadedFile } from './installation.ts';
import { collect } from './values.ts';
import {
  type Answer,
  chooseStore,
  defineBareVerb,
  type Input,
  type LongAnswer,
  needsOf,
  STORE_OPTION,
  type VerbRunner,
} from './verb.ts';

type Field = TSchema & {
  type?: string;
  format?: string;
  description?: string;
  items?: TSchema;
  enum?: string[];
  minItems?: number;
} & Partial<Record<'minimum' | 'maximum' | 'default', number>>;

/** A verb that asks: its store, and what performs operations there as the operator, a write once for each `--key`. */
export type Asking = Pick<OpenToAsk, 'db' | 'baseUrl' | 'compose'> & {
  store: Store;
  ask<Op extends Operation>(
    operation: Op,
    input: InputOf<Op>,
    file?: UploadedFile,
  ): Promise<{ meta: object; data: AnswerOf<Op> }>;
  askFile<Op extends FileOperation>(operation: Op, input: InputOf<Op>): Promise<AsyncIterable<string>>;
};

export type Asked<Op extends Operation> = Asking & { input: InputOf<Op> };

type Verb<Op extends Operation> = {
  operation: Op;
  /** A read with the same arguments. The answer gets its fields as well. */
  also?: Operation;
  /** The fields that a person types otherwise than a program. */
  typed?: Record<string, TypedField>;
  /** Formats the answer for people. With `--json` the answer is printed as the private API has it. */
  text: (data: AnswerOf<Op>, store: Store, asked: Asked<Op>) => string | Promise<string>;
  /** Tells that a part of the work was not done; the exit code is 1 then. */
  isPartly?: (data: AnswerOf<Op>) => boolean;
};

/**
 * Adds a verb that performs an operation of the private API: `usage` is its name with the fields that are arguments, such as
 * `create <code>`. The other fields of the operation are options, with their words and kinds. What the fields allow is checked by
 * the operation itself.
 */
export function addAskingVerb<Op extends Operation>(
  { noun, runner }: { noun: Command; runner: VerbRunner },
  usage: string,
  { operation, also, typed = {}, text, isPartly }: Verb<Op>,
): void {
  const { command, inputFrom } = commandFor(noun, usage, { operation, typed });
  if (also) command.addHelpText('after', `In the private API: ${also.id}`);
  if (routeOf(operation).method !== 'GET' && !fieldsOf(operation).key) command.option(...KEY_OPTION);
  defineAskingVerb<Record<string, unknown>>(runner, command, async (asking, given) => {
    const input = inputFrom(given);
    const answer = await asking.ask(operation, input);
    const more = also && (await asking.ask(also, input)).data;
    const data = more ? Object.assign({}, answer.data, more) : answer.data;
    return {
      data,
      meta: answer.meta,
      text: runner.json ? '' : (await text(data, asking.store, { ...asking, input })) + moreText(answer.meta),
      partly: isPartly?.(data) ?? false,
    };
  });
}

/** Says how the next page is read, and that a search may find more. */
const moreText = ({ next, incomplete }: { next?: string | null; incomplete?: boolean }) =>
  [
    next ? `\n\nMore: --after ${next}` : '',
    incomplete ? '\n\nThe search may not have found all. Search for more words.' : '',
  ].join('');

type Given = Input<Record<string, unknown>>;

/** Adds the command of an operation, and returns it with what makes the operation's input of its arguments and options. */
export function commandFor<Op extends FileOperation>(
  noun: Command,
  usage: string,
  { operation, typed = {} }: { operation: Op; typed?: Record<string, TypedField> },
): { command: Command; inputFrom(given: Given): InputOf<Op> } {
  const command = noun.command(usage).description(operation.summary);
  command.addHelpText('after', `\nIn the private API: ${operation.id}`);
  const fields = fieldsOf(operation);
  const named = command.registeredArguments.map(fieldNameOf);
  for (const [name, field] of Object.entries(fields)) {
    const isMandatory = isRequired(operation, name);
    if (typed[name]) for (const option of typed[name].options) command.addOption(option(isMandatory));
    else if (!named.includes(name)) addOptions(command, operation, { name, field });
  }
  const inputFrom = ({ args, options }: Given) => {
    const given = Object.entries({ ...valuesByField(options), ...valuesOf(command, args) });
    return Object.fromEntries([
      ...given.flatMap(([name, value]) => (fields[name] ? [[name, wireOf(fields[name], value, name)]] : [])),
      ...Object.entries(typed).flatMap(([name, { read }]) => {
        const value = read(options);
        return value === undefined ? [] : [[name, value]];
      }),
    ]) as InputOf<Op>;
  };
  return { command, inputFrom };
}

/** Makes `command` run `work`, which performs operations of the private API in a store, and print the answer. */
export function defineAskingVerb<Options>(
  runner: VerbRunner,
  command: Command,
  work: (asking: Asking, input: Input<Options>) => Promise<Answer | LongAnswer>,
): void {
  command.option(...STORE_OPTION);
  defineBareVerb<Options & { store?: string; key?: string }>(runner, command, async (input) => {
    const opened = await (await runner.installation()).openToAsk(needsOf(command));
    const store = await chooseStore(opened, input.options.store);
    const who = { store, name: operatorOf(runner.terminal.env), key: input.options.key };
    const asking: Asking = {
      ...opened,
      store,
      ask: (operation, given, file) => opened.ask({ ...who, file }, operation, given),
      askFile: (operation, given) => opened.askFile(who, operation, given),
    };
    return work(asking, input);
  });
}

/** A field that a person types otherwise than a program: its options, and the value that they say. */
export type TypedField = {
  options: ((isMandatory: boolean) => Option)[];
  read(options: Record<string, unknown>): unknown;
};

export const KEY_OPTION = [
  '--key <text>',
  'does it once, however often the command is repeated with this key',
] as const;

/** Returns the arguments by their fields. Those that were left out are not there. */
const valuesOf = ({ registeredArguments }: Command, args: string[]) =>
  Object.fromEntries(
    registeredArguments.flatMap((argument, at) => {
      const value = argument.variadic ? args.slice(at) : args[at];
      return value === undefined || (argument.variadic && value.length === 0) ? [] : [[fieldNameOf(argument), value]];
    }),
  );

const fieldNameOf = (argument: Argument) => argument.name().replaceAll('-', '_');

const fieldsOf = ({ params, query, body }: FileOperation): Record<string, Field> =>
  Object.assign({}, ...[params, query, body].map((part) => part && 'properties' in part && part.properties));

const isRequired = ({ params, query, body }: FileOperation, name: string) =>
  [params, query, body].some((schema) => (schema as { required?: string[] } | undefined)?.required?.includes(name));

function addOptions(command: Command, operation: FileOperation, { name, field }: { name: string; field: Field }): void {
  const option = optionOf(name, field, isRequired(operation, name));
  command.addOption(option);
  // What a change does not name stays, so it has to name what is turned off.
  const isChange = routeOf(operation).method === 'PATCH';
  if (isChange && option.isBoolean()) command.option(`--no-${option.name()}`, 'no longer');
}

/** Returns the option of a field: `starts_at` is `--starts-at <time>`. */
function optionOf(name: string, schema: Field, isMandatory: boolean): Option {
  const field: Field = fieldOf(schema);
  const flag = `--${name.replaceAll('_', '-')}`;
  if (field.type === 'boolean') return new Option(flag, wordsOf(schema));
  const option = new Option(`${flag} <${placeholderOf(field, name)}>`, wordsOf(schema)).makeOptionMandatory(
    isMandatory,
  );
  return field.type === 'array' ? option.argParser(collect) : option;
}

/** Seconds are written as people say them: `36h`, `3d`. */
const isDuration = ({ type }: Field, name: string) => type === 'integer' && name.endsWith('_seconds');

function placeholderOf(field: Field, name: string): string {
  if (isPart(field)) return 'part';
  if (field.format === 'decimal') return 'amount';
  if (field.format === 'moment') return 'time';
  if (isDuration(field, name)) return 'duration';
  return { integer: 'n', number: 'n' }[field.type ?? ''] ?? 'text';
}

/** Returns what the private API says of a field, for the command line: `none` stands for null and for an empty list there. */
function wordsOf(schema: Field): string {
  const field: Field = fieldOf(schema);
  const sentences = [...new Set([schema.description, field.description])].filter((sentence) => sentence !== undefined);
  const words = sentences
    .join(' ')
    .replaceAll('`', '')
    .replaceAll(/\b(Null|null|Empty)\b/g, 'none')
    .replace(/\.$/, '');
  return [words, boundsOf((field.items as Field) ?? field)].filter(Boolean).join(' ');
}

function boundsOf(field: Field): string {
  if (field.enum) return `(${field.enum.join(', ')})`;
  const { minimum, maximum, default: fallback } = field;
  if (minimum === undefined || maximum === undefined) return '';
  return `(${minimum} to ${maximum}${fallback === undefined ? '' : `; ${fallback} if left out`})`;
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
  if (items && Array.isArray(given)) {
    const isNone = given.length === 1 && given[0] === 'none';
    if (isNone && field !== schema) return null;
    if (isNone && !field.minItems) return [];
    return given.map((one) => wireOf(items, one, name));
  }
  if (typeof given !== 'string') return given;
  if (given === 'none' && field !== schema) return null;
  if (isPart(field)) {
    return given.trim().endsWith('%') ? { percent: parsePercentage(given, 2, name) / 100 } : { amount: given };
  }
  if (isDuration(field, name)) return parseDuration(given, name);
  if (field.type === 'integer' || field.type === 'number') return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
  return given;
}
