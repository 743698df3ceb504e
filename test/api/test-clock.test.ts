import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestStore } from '../support/merchant.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('the test clock of the private API', () => {
  test('moves once for each key, and says what comes next', async () => {
    const { storeId } = await createStoreWithWaitlist(api);
    const client = await tokenClient(api, storeId);
    const before = await client.get('/test-clock');
    expect(before.json.data).toMatchObject({ movable: true, advanced_seconds: 0, moved_at: null, brought: null });
    const key = { 'idempotency-key': 'three days' };
    for (let turn = 0; turn < 2; turn++) {
      const { status, json } = await client.send('POST /test-clock', { advance_seconds: 259_200 }, key);
      expect(status).toBe(200);
      expect(json.data).toMatchObject({ advanced_seconds: 259_200, brought: { mails: 0 } });
    }
  });

  test('is refused for a live store and for what is no time', async () => {
    const live = await tokenClient(api, await createTestStore(api.db, { mode: 'live' }));
    expect((await live.send('POST /test-clock', { advance_seconds: 60 })).json.error).toMatchObject({
      code: 'clock_not_movable',
    });
    const { storeId } = await createStoreWithWaitlist(api);
    const client = await tokenClient(api, storeId);
    for (const advance_seconds of [0, -1, 1.5, 40_000_000, 'a day', null]) {
      const { status, json } = await client.send('POST /test-clock', { advance_seconds });
      expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_parameter', 'advance_seconds']);
    }
  });
});
