/** A field that somebody else has changed since the form was opened. `yours` is there where you changed it too. */
export type Meanwhile = { id: string; now: unknown; yours?: unknown };

const at = (values: object, id: string): unknown => (values as Record<string, unknown>)[id];
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
/** Returns the names of the values that differ. */
export const changedIds = (one: object, other: object): string[] =>
  Object.keys({ ...one, ...other }).filter((id) => !same(at(one, id), at(other, id)));

/** Keeps what was typed, takes what others have changed, and tells where they differ. */
export function merge<Values extends object>(given: {
  before: Values;
  mine: Values;
  theirs: Values;
}): {
  typed: Values;
  meanwhile: Meanwhile[];
} {
  const { before, mine, theirs } = given;
  const own = changedIds(before, mine);
  const typed = { ...theirs, ...Object.fromEntries(own.map((id) => [id, at(mine, id)])) };
  const meanwhile = changedIds(before, theirs)
    .filter((id) => !same(at(mine, id), at(theirs, id)))
    .map((id) => ({ id, now: at(theirs, id), ...(own.includes(id) && { yours: at(mine, id) }) }));
  return { typed, meanwhile };
}
