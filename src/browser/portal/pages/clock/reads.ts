import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type Loaded, useData } from '../../requests/use-data.ts';

export type TestClock = Schemas['AdminTestClock'];

export function useTestClock(): Loaded<TestClock> {
  return useData(keyOf('test-clock'), async () => bodyOf(await api.GET('/admin/api/v1/test-clock', {})).data);
}
