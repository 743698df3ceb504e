import { createHash } from 'node:crypto';
import { AppError } from '../domain/error.ts';

/** Returns the entity tag of a version: a hash of its content. */
export function etagOf(version: object): string {
  return `"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`;
}

/** Throws `precondition_failed` if a change is meant for another version. One that names none is meant for any. */
export function demandVersion(ifMatch: string | undefined, version: object): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.split(/, */).includes(etagOf(version))) return;
  const message = 'It was changed since you read it: read it again, and decide again.';
  throw new AppError('precondition_failed', message, { param: 'If-Match' });
}
