import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';

export type TestClock = Schemas['AdminTestClock'];

// The banner of a test store has the clock on every screen, and the answer counts what the clock has brought. All windows of who moves it
// see that at once, others within a minute; the page of the clock asks more often by itself.
const LOOK_AGAIN_MS = 60_000;

const moves = new BroadcastChannel('test-clock');
moves.onmessage = ({ data: store }) => changed(`${store}/`);

/** Loads everything of a store again, here and in the other windows of this browser: its clock was moved, so all of it is older. */
export function clockMoved(store: string): void {
  changed(`${store}/`);
  moves.postMessage(store);
}

export function useTestClock(): Loaded<TestClock> {
  return useData(
    keyOf('test-clock'),
    async () => bodyOf(await api.GET('/admin/api/v1/test-clock', {})).data,
    LOOK_AGAIN_MS,
  );
}
