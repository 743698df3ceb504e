import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const linesOf = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

test('requests are counted by route, method and status, and their times in cumulative buckets of route and method', async () => {
  const metrics = createMetrics('shop_');
  const route = '/api/v1/availability';
  metrics.count({ method: 'GET', route, status: 200, ms: 0 });
  metrics.count({ method: 'GET', route, status: 200, ms: 60 });
  metrics.count({ method: 'GET', route, status: 503, ms: 12_000 });
  metrics.count({ method: 'GET', route: null, status: 404, ms: 5 });
  const labels = `method="GET",route="${route}"`;
  expect(await linesOf(metrics, 'shop_http_requests_total')).toEqual([
    `shop_http_requests_total{${labels},status="200"} 2`,
    `shop_http_requests_total{${labels},status="503"} 1`,
    'shop_http_requests_total{method="GET",route="",status="404"} 1',
  ]);
  const durations = await linesOf(metrics, 'shop_http_request_duration_seconds');
  const counts = durations
    .filter((line) => line.includes(labels))
    .map((line) => line.replace(/\{.*le="([^"]*)".*\}/, ' le $1'));
  expect(counts.map((line) => line.replace('shop_http_request_duration_seconds_', ''))).toEqual([
    ...['0.005', '0.01', '0.025', '0.05'].map((le) => `bucket le ${le} 1`),
    ...['0.1', '0.25', '0.5', '1', '2.5', '5', '10'].map((le) => `bucket le ${le} 2`),
    'bucket le +Inf 3',
    `sum{${labels}} 12.06`,
    `count{${labels}} 3`,
  ]);
});

test('a gauge that cannot be read is left out, and the others are there', async () => {
  const metrics = createMetrics('shop_');
  metrics.gauge({ name: 'shop_one', help: 'One.' }, () => 1);
  metrics.gauge({ name: 'shop_unknown', help: 'Unknown.' }, () => undefined);
  metrics.gauge({ name: 'shop_broken', help: 'Broken.' }, () => Promise.reject(new Error('no database')));
  metrics.gauge({ name: 'shop_labelled', help: 'Labelled.', labels: ['a'] }, () => [{ labels: { a: 'x' }, value: 2 }]);
  expect(await linesOf(metrics, 'shop_')).toEqual(['shop_one 1', 'shop_labelled{a="x"} 2']);
});
