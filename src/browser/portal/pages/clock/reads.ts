import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type Loaded, useData } from '../../requests/use-data.ts';

export type TestClock = Schemas['AdminTestClock'];

// The banner of a test store has the clock on every screen, and the answer counts what the clock has brought. A person who moves it sees
// that at once; the page of the clock asks more often by itself.
const LOOK_AGAIN_MS = 300_000;

export function useTestClock(): Loaded<TestClock> {
  return useData(
    keyOf('test-clock'),
    async () => bodyOf(await api.GET('/admin/api/v1/test-clock', {})).data,
    LOOK_AGAIN_MS,
  );
}
