import { afterAll, afterEach, expect } from 'vitest';
import type { Database } from '../../src/platform/db.ts';
import { findUnsoundBooks } from './book-rules.ts';
import { readStoreStates, type StoreStates } from './changed-stores.ts';

// The states in which the books of a database were last found sound.
const sound = new WeakMap<Database, StoreStates>();

/**
 * Fails where a rule of the books is broken. Audits the stores that have changed since they were last found sound: a file of
 * thirty tests with a store each would otherwise audit some five hundred.
 */
export async function expectSoundBooks(db: Database, atRest = true): Promise<void> {
  const states = await readStoreStates(db);
  const before = sound.get(db);
  const changed = [...states].filter(([id, state]) => before?.get(id) !== state).map(([id]) => id);
  expect(await findUnsoundBooks(db, atRest, changed)).toEqual({});
  sound.set(db, states);
}

/** Expects sound books after each test, and after the last one of the file audits all stores once more. */
export function keepBooksSound(db: () => Database, atRest = true): void {
  afterEach(() => expectSoundBooks(db(), atRest));
  afterAll(async () => {
    expect(await findUnsoundBooks(db(), atRest)).toEqual({});
  });
}
