/** The two parts of a person's name that stores and carriers keep. The last name is the one that every address has. */
export type NameParts = { firstName: string; lastName: string };

/**
 * Splits a whole name: its last word is the last name, or its first word where the family name comes first. The parts keep all
 * spaces, so that `joinName` returns the same text.
 */
export function splitName(name: string, familyFirst?: boolean): NameParts {
  const [, before = '', after = ''] = (familyFirst ? /^(\s*\S+)(.*)$/ : /^(.*\s)?(\S+\s*)$/).exec(name) ?? [];
  return familyFirst ? { firstName: after, lastName: before } : { firstName: before, lastName: after };
}

/** Joins the parts in the order in which they are written. */
export const joinName = (before: string, after: string): string =>
  before && after && !/\s$/.test(before) && !/^\s/.test(after) ? `${before} ${after}` : before + after;

/** Returns the parts as they are kept: a name of one word is the last name. */
export const tidyName = ({ firstName, lastName }: NameParts): NameParts =>
  lastName.trim() === '' ? { firstName: '', lastName: firstName } : { firstName, lastName };
