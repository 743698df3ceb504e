import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { helpOf, operationsByVerb } from '../support/verbs.ts';

// What a request of the private API may say, an option of the command line says as well, and the other way round.

const OPERATIONS = await operationsByVerb();

type Schema = { properties?: Record<string, unknown> };
type Described = {
  operationId: string;
  requestBody?: { content?: { 'application/json'?: { schema?: Schema } } };
  parameters?: { name: string; in: string }[];
};

/** Reads what the body and the parameters of each operation may have. */
async function fieldsOf(places = ['query']): Promise<Map<string, string[]>> {
  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const methods: Described[] = Object.values<Record<string, Described>>(document.paths).flatMap(Object.values);
  return new Map(
    methods.map(({ operationId, requestBody, parameters = [] }) => {
      const body = Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {});
      return [operationId, [...body, ...parameters.filter((one) => places.includes(one.in)).map(({ name }) => name)]];
    }),
  );
}

/** Reads the options of a verb and the arguments of its usage line, also those of verbs below it. */
async function wordsOf(...path: string[]): Promise<string[]> {
  const help = await helpOf(...path);
  const [usage = ''] = help.split('\n', 1);
  const [, below = ''] = help.split('\nCommands:\n');
  const verbs = [...below.matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  const own = [
    ...[...help.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name = '']) => name),
    ...[...usage.matchAll(/[<[]([a-z][\w-]*)/g)].map(([, name = '']) => name),
  ];
  const others = await Promise.all(verbs.map((verb) => wordsOf(...path, verb)));
  return [...own, ...others.flat()];
}

// Where the command line has another name. Otherwise it is that of the field with hyphens, without an `s`, `_id`, `_url` or `_percent`.
const NAMES: Record<string, string> = {
  ends_at: 'until',
  every_variant: 'all',
  maker: 'maker-name',
  responsible_person: 'responsible-name',
  secret_key: 'secret-key-file',
  settings: 'settings-file',
  ship_window: 'ships-from',
  starts_at: 'from',
  uses_max: 'uses',
  webhook_secret: 'webhook-secret-file',
};

const A_PAGE = 'The command line prints the whole list, or its newest entries.';
const MANY = 'A script calls the verb once for each.';
const THE_VERB = 'The verb says it, or the file.';

/** Fields that no option has, with the reason. */
const LEFT_OUT: Record<string, string> = {
  after: A_PAGE,
  limit: A_PAGE,
  rows: MANY,
  kind: THE_VERB,
  file_name: THE_VERB,
  'changePreorders.dry_run': 'It checks a file of many; a verb that sends one says at once why it does not.',
  'mapIds.products': MANY,
};

test('every field of a request is an option of a verb that does the same, or a list says why not', async () => {
  const fields = await fieldsOf();
  const words = new Map(
    await Promise.all(Object.keys(OPERATIONS).map(async (verb) => [verb, await wordsOf(...verb.split(' '))] as const)),
  );
  const missing = Object.values(OPERATIONS)
    .flat()
    .flatMap((operation) => {
      const verbs = Object.keys(OPERATIONS).filter((verb) => OPERATIONS[verb]?.includes(operation));
      const known = verbs.flatMap((verb) => words.get(verb) ?? []).map(plain);
      return (fields.get(operation) ?? [])
        .filter((field) => !(field in LEFT_OUT) && !(`${operation}.${field}` in LEFT_OUT))
        .filter((field) => !known.includes(plain(field)) && !known.includes(plain(NAMES[field] ?? field)))
        .map((field) => `${operation}.${field}`);
    });
  expect([...fields.values()].flat().length).toBeGreaterThan(200);
  expect([...new Set(missing)]).toEqual([]);
  const all = [...fields].flatMap(([operation, names]) => names.flatMap((name) => [name, `${operation}.${name}`]));
  expect(
    Object.keys(LEFT_OUT).filter((name) => !all.includes(name)),
    'no longer there',
  ).toEqual([]);
});

const PRINTED = 'How the command line answers.';
const OF_A_VARIANT = 'In `every_variant` and in each of `variants`.';
const OF_ITS_OWN = 'A request of its own does it.';
const STARTED = 'A request only starts it; the workers do it.';

/** Options that no field has, with the reason. */
const NOT_ASKED: Record<string, string> = {
  store: 'The token is of one store.',
  json: PRINTED,
  help: PRINTED,
  file: PRINTED,
  output: PRINTED,
  'ships-until': 'The other day of `ship_window`.',
  key: 'The header `Idempotency-Key`.',
  price: OF_A_VARIANT,
  'compare-at': OF_A_VARIANT,
  detach: STARTED,
  'people erase --yes': OF_ITS_OWN,
  'batches import --connection': 'Only the command line reads deliveries.',
  'batches import --dry-run': 'Only the command line reads deliveries.',
  'promises move --dry-run': OF_ITS_OWN,
  'products safety --maker-address': 'In `maker`.',
  'products safety --maker-contact': 'In `maker`.',
  'products safety --responsible-address': 'In `responsible_person`.',
  'products safety --responsible-contact': 'In `responsible_person`.',
  'products safety --remove': 'Nulls and no warnings do it.',
  'products map --id': 'In a row of `products`.',
  'products map --code': 'In a row of `products`.',
  'products map --variant': 'In a row of `products`.',
  'texts list --of': 'The answer has all, in groups.',
};

test('every option of a verb is a field of a request that does the same, or a list says why not', async () => {
  const fields = await fieldsOf(['query', 'path']);
  const options = await Promise.all(
    Object.entries(OPERATIONS).map(async ([verb, operations]) => {
      const known = operations
        .flatMap((operation) => fields.get(operation) ?? [])
        .flatMap((field) => [plain(field), plain(NAMES[field] ?? field)]);
      return (await optionsOf(verb)).filter((option) => !known.includes(plain(option))).map((option) => [verb, option]);
    }),
  );
  const without = options.flat().map(([verb, option = '']) => ({ option, named: `${verb} --${option}` }));
  const unexplained = without.filter(({ option, named }) => !(option in NOT_ASKED) && !(named in NOT_ASKED));
  expect(unexplained.map(({ named }) => named)).toEqual([]);
  const used = without.flatMap(({ option, named }) => [option, named]);
  expect(
    Object.keys(NOT_ASKED).filter((name) => !used.includes(name)),
    'no longer there, or a field by now',
  ).toEqual([]);
});

async function optionsOf(verb: string): Promise<string[]> {
  const help = await helpOf(...verb.split(' '));
  return [...help.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name = '']) => name);
}

/** A name as both sides write it: with hyphens, without a unit, in the singular, and not turned off. */
function plain(name: string): string {
  return name
    .replaceAll('_', '-')
    .replace(/^no-/, '')
    .replace(/-(id|url|percent)$/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
}
