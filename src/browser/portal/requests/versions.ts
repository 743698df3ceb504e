import { isOfAnswer } from './known-answers.ts';

// Which version each thing has that was read, for as long as anybody holds it.
const versions = new WeakMap<object, string>();

/** The header with which a change is refused if the thing was changed since it was read. */
export type Match = { 'if-match'?: string };

/** Remembers the version of what an answer holds. */
export function keepVersion(thing: unknown, { headers }: Response): void {
  const version = headers.get('etag');
  if (version !== null && !isOfAnswer(version) && typeof thing === 'object' && thing !== null)
    versions.set(thing, version);
}

/** Gives a part of what was read the version of the whole. */
export function ofVersion<Part extends object>(part: Part, whole: object): Part {
  const version = versions.get(whole);
  if (version !== undefined) versions.set(part, version);
  return part;
}

export function matchOf(thing: unknown): Match {
  const version = typeof thing === 'object' && thing !== null ? versions.get(thing) : undefined;
  return version === undefined ? {} : { 'if-match': version };
}
