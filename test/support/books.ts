import { expect } from 'vitest';
import type { Database } from '../../src/platform/db.ts';
import { findUnsoundBooks } from './book-rules.ts';

export async function expectSoundBooks(db: Database, atRest = true): Promise<void> {
  expect(await findUnsoundBooks(db, atRest)).toEqual({});
}
