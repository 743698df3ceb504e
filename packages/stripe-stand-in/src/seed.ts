import { createHash } from 'node:crypto';

/** From 0 up to 1, and the same for the same text: what looks like chance can be had again. */
export function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
