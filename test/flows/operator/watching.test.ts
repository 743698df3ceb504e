import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatched, type Watched } from '../../support/watched.ts';

let watched: Watched;

beforeAll(async () => {
  watched = await startWatched();
}, 120_000);
afterAll(() => watched.stop());

test('a sale is seen in the metrics of the service and the worker, by patterns of routes and names of the code alone', async () => {
  const { serve, worker, secrets } = watched;
  const served = await serve.samples();
  const count = (name: string, labels: Record<string, string>) =>
    served.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
      ?.value;
  const pays = '/frames/1/api/checkouts/:id/payments';
  expect(count('waitlist_http_requests_total', { method: 'POST', route: pays, status: '200' })).toBe(1);
  expect(count('waitlist_http_request_duration_seconds_count', { method: 'POST', route: pays })).toBe(1);
  expect(count('waitlist_sale_requests_total', { step: 'hold' })).toBe(1);
  expect(count('waitlist_sale_batches_total', { end: 'done' })).toBeGreaterThanOrEqual(2);
  expect(count('waitlist_provider_call_duration_seconds_count', { provider: 'test', call: 'confirm' })).toBe(1);
  expect(count('waitlist_database_connections_max', { pool: 'queries' })).toBeGreaterThan(0);
  expect(count('waitlist_build_info', { role: 'serve' })).toBe(1);

  const worked = await worker.samples();
  const names = new Set(
    worked.map(({ name, labels }) => `${name} ${labels.call ?? labels.topic ?? labels.kind ?? ''}`),
  );
  expect(names).toContain('waitlist_provider_call_duration_seconds_count capture');
  expect(names).toContain('waitlist_job_duration_seconds_count money.due');
  expect(worked).toContainEqual({
    name: 'waitlist_provider_call_errors_total',
    labels: { provider: 'mail', call: 'send', kind: 'put_off' },
    value: 1,
  });
  const texts = `${await serve.text()}${await worker.text()}`;
  for (const secret of secrets) expect(texts).not.toContain(secret);
});

test('a worker says that it lives, and that it works only while it reaches its database', async () => {
  const { worker } = watched;
  const statusOf = async (path: string) => {
    const answer = await fetch(worker.url + path);
    return [answer.status, await answer.json()];
  };
  expect(await statusOf('/health/live')).toEqual([200, { meta: { result: 'success' }, data: { status: 'live' } }]);
  expect(await statusOf('/health/ready')).toEqual([200, { meta: { result: 'success' }, data: { status: 'ready' } }]);
  await watched.cutWorker();
  const error = { code: 'unavailable', message: 'The database does not answer.' };
  await expect
    .poll(() => statusOf('/health/ready'), { timeout: 20_000 })
    .toEqual([503, { meta: { result: 'error' }, error }]);
  expect((await fetch(`${worker.url}/health/live`)).status).toBe(200);
  // The numbers of the process are there. Those of the database go after the seconds for which they are remembered.
  const names = async () => (await worker.samples()).map(({ name }) => name);
  await expect.poll(names, { timeout: 20_000 }).not.toContain('waitlist_held_units');
  expect(await names()).toContain('waitlist_database_waiting');
});
