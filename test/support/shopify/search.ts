import { GraphQLError } from 'graphql';

/** How the terms of a search read a thing: text to be equal, numbers and times also to be compared. */
export type Terms<Thing> = Readonly<Record<string, (thing: Thing) => string | number | readonly string[]>>;

const TERM = /^\s*(?:AND\s+)?([\w.$-]+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|(\S+))/;

/** Filters by a query in Shopify's search syntax: terms that all have to be true. Any other term is an error. */
export function searched<Thing>(things: readonly Thing[], query: unknown, terms: Terms<Thing>): Thing[] {
  if (typeof query !== 'string' || query.trim() === '') return [...things];
  const tests: ((thing: Thing) => boolean)[] = [];
  let rest = query;
  while (rest.trim() !== '') {
    const match = TERM.exec(rest);
    const read = match?.[1] === undefined ? undefined : terms[match[1]];
    if (!match || !read) throw new GraphQLError(`The stand-in cannot search for “${rest.trim()}”.`);
    const wanted = match[3] ?? match[4] ?? match[5] ?? '';
    tests.push((thing) => holds(read(thing), match[2] ?? '=', wanted));
    rest = rest.slice(match[0].length);
  }
  return things.filter((thing) => tests.every((one) => one(thing)));
}

function holds(value: string | number | readonly string[], operator: string, wanted: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return value.includes(wanted);
  const [left, right] =
    typeof value === 'number' ? [value, Number(wanted)] : [value.toLowerCase(), wanted.toLowerCase()];
  if (operator === '>') return left > right;
  if (operator === '<') return left < right;
  if (operator === '>=') return left >= right;
  if (operator === '<=') return left <= right;
  return left === right;
}
