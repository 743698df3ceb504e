import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../support/programs.ts';
import { parseQuery, readQueries } from '../../support/promql.ts';
import { startWatched, type Watched } from '../../support/watched.ts';

const PROMTOOL = findProgram('promtool');

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
  expect(count('waitlist_http_requests_total', { method: 'POST', route: pays, status: '200' })).toBe(2);
  expect(count('waitlist_http_request_duration_seconds_count', { method: 'POST', route: pays })).toBe(2);
  expect(count('waitlist_sale_requests_total', { step: 'hold' })).toBe(2);
  expect(count('waitlist_sale_batches_total', { end: 'done' })).toBeGreaterThanOrEqual(2);
  expect(count('waitlist_provider_call_duration_seconds_count', { provider: 'test', call: 'confirm' })).toBe(2);
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

// Prometheus adds these to whatever it scrapes.
const OF_TARGETS = ['instance', 'job'];
// A value of these labels need not have been seen: they are of what goes wrong.
const MAY_BE_UNSEEN = ['status', 'end', 'state', 'kind'];

test.skipIf(PROMTOOL === undefined)('the metrics are named as Prometheus asks for', async () => {
  for (const process of [watched.serve, watched.worker]) {
    const { stderr } = spawnSync(PROMTOOL ?? '', ['check', 'metrics'], {
      input: await process.text(),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  }
});

test('every query of the dashboard, the alerts and the guide names metrics, labels and values that are there', async () => {
  const samples = [...(await watched.serve.samples()), ...(await watched.worker.samples())];
  const labelsOf = (metric: string) => {
    const labels = samples.filter(({ name }) => name === metric).map((one) => one.labels);
    return new Map(labels.flatMap(Object.keys).map((key) => [key, new Set(labels.map((one) => one[key]))]));
  };
  const queries = await readQueries();
  expect(queries.length).toBeGreaterThan(70);
  const wrong: string[] = [];
  for (const query of queries) {
    const { selectors, grouped } = parseQuery(query);
    expect(selectors.length, query.where).toBeGreaterThan(0);
    const known = new Set(OF_TARGETS);
    for (const { metric, matchers } of selectors) {
      if (!samples.some(({ name }) => name === metric)) wrong.push(`${query.where}: nothing has the name ${metric}`);
      const labels = labelsOf(metric);
      for (const label of labels.keys()) known.add(label);
      for (const { label, operator, value } of matchers) {
        const values = labels.get(label);
        const isSeen = operator !== '=' || MAY_BE_UNSEEN.includes(label) || values?.has(value);
        if (!values || !isSeen) wrong.push(`${query.where}: ${metric} has no ${label}${operator}"${value}"`);
        if (operator.includes('~')) new RegExp(value);
      }
    }
    for (const label of grouped) if (!known.has(label)) wrong.push(`${query.where}: nothing has the label ${label}`);
  }
  expect(wrong).toEqual([]);
});

test('a query with a mistake, or a name that is not there, is found', () => {
  expect(() => parseQuery({ where: 'here', text: 'sum(rate(waitlist_jobs[5m])' })).toThrow('here is no query');
  const { selectors, grouped } = parseQuery({
    where: 'here',
    text: 'max by (lane) (waitlist_jobs{state!="dead", lane=~"a|b"})',
  });
  expect(grouped).toEqual(['lane']);
  expect(selectors).toEqual([
    {
      metric: 'waitlist_jobs',
      matchers: [
        { label: 'state', operator: '!=', value: 'dead' },
        { label: 'lane', operator: '=~', value: 'a|b' },
      ],
    },
  ]);
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
