import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runRehearsals } from '../../src/core/rehearsals/commands/run.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('rehearsals of the private API', { timeout: 180_000 }, () => {
  test('are started once for each key, and tell their report', async () => {
    const { storeId, waitlistId } = await createStoreWithWaitlist(api);
    const client = await tokenClient(api, storeId);
    const key = { 'idempotency-key': 'the launch' };
    const body = { waitlist_id: waitlistId, shoppers: 10, hours: 2, countries: [{ country: 'DE', share: 1 }] };
    const started = await client.post('/rehearsals', body, key);
    expect([started.status, started.json.data.state]).toEqual([202, 'waiting']);
    expect((await client.post('/rehearsals', body, key)).json.data.id).toBe(started.json.data.id);
    expect((await client.post('/rehearsals', body)).json.error.code).toBe('rehearsal_running');
    while (await runRehearsals(api.deps));
    const { json } = await client.get(`/rehearsals/${started.json.data.id}`);
    expect(json.data).toMatchObject({ state: 'done', arrived: 10, report: { shoppers: 10, currency: 'EUR' } });
    expect((await client.get('/rehearsals')).json.data).toHaveLength(1);
    const file = await client.get(`/rehearsals/${started.json.data.id}/countries.csv?bom=false`);
    expect(file.text).toMatch(/^"country","shoppers","preorders","units","refused"\r\n"DE","10",/);
  });

  test('are of one store, and refuse what is no plan', async () => {
    const { storeId, waitlistId } = await createStoreWithWaitlist(api);
    const other = await createStoreWithWaitlist(api);
    const [client, stranger] = [await tokenClient(api, storeId), await tokenClient(api, other.storeId)];
    const { json } = await client.post('/rehearsals', { waitlist_id: waitlistId });
    const path = `/rehearsals/${json.data.id}`;
    expect((await stranger.get(path)).json.error.code).toBe('rehearsal_not_found');
    expect((await stranger.post(`${path}/stop`)).json.error.code).toBe('rehearsal_not_found');
    expect((await stranger.post('/rehearsals', { waitlist_id: waitlistId })).json.error.code).toBe(
      'waitlist_not_found',
    );
    expect((await client.post(`${path}/stop`)).json.data.state).toBe('stopped');
    for (const wrong of [
      { shoppers: 0 },
      { shoppers: 20_001 },
      { hours: 400 },
      { countries: [] },
      { countries: [{ country: 'XX', share: 1 }] },
      { leave_percent: 101 },
      { quantities: [{ quantity: 1, share: 0 }] },
    ]) {
      const refused = await client.post('/rehearsals', { waitlist_id: waitlistId, ...wrong });
      expect([refused.status, refused.json.error.code], JSON.stringify(wrong)).toEqual([400, 'invalid_parameter']);
    }
    const unknown = await client.post('/rehearsals', {
      waitlist_id: waitlistId,
      variants: [{ variant: 'none', share: 1 }],
    });
    expect(unknown.json.error.code).toBe('unknown_variant');
  });
});
