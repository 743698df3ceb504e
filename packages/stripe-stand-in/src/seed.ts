import { createHash } from 'node:crypto';

/** Returns a number from 0 to below 1 that depends on the text alone: what looks random can be repeated. */
export function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
