import { recordActivity } from '../../core/activity/commands.ts';
import type { Asker } from './authenticate.ts';
import type { Reading } from './serve.ts';

type ReadEntry = { action: string; subject: string; after?: Record<string, unknown> };

/** Writes into the activity log who is about to read a secret, or the data of people. It says nothing of what they read. */
export async function noteRead(
  { db, requestId }: Pick<Reading, 'db' | 'requestId'>,
  { store, principal }: Asker,
  read: ReadEntry,
): Promise<void> {
  // A transaction, because a read may be answered by a standby.
  await db.transaction((tx) => recordActivity(tx, { storeId: store.id, by: principal, requestId, ...read }));
}
