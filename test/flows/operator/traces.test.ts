import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEndpoint } from '../../../src/core/webhooks/commands/endpoints.ts';
import { readConfig } from '../../../src/main/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { openTraces, type Traces } from '../../../src/platform/traces.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../../support/collector.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts, runService } from '../../support/service-process.ts';
import { startSmtpServer } from '../../support/smtp.ts';
import { STRIPE_CARDS } from '../../support/stripe.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

const PATIENT = { timeout: 20_000 };
const ABOUT = { serviceName: 'waitlist-test', version: '0', share: 1, headers: '' };
const PLANTED = ['quillon', 'featherstone', 'brambleby', '5550199', 'niece', '198.51.77.23', 'mail.example'];

let collector: Collector;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let traces: Traces;
let system: System;
let store: StoreWithWaitlist;
let logged = '';

beforeAll(async () => {
  [collector, smtp] = await Promise.all([startCollector(), startSmtpServer()]);
  traces = await openTracesTo(collector.url);
  const destination = {
    write(text: string) {
      logged += text;
    },
  };
  system = await startSystem({
    traces,
    log: createLog('debug', destination, traces.ids),
    standIn: true,
    smtpUrl: smtp.url,
    webhookPrivateTargets: true,
  });
  store = await createStoreWithWaitlist(system);
  const hook = {
    url: `${system.baseUrl}/hook`,
    description: '',
    types: ['preorder.placed' as const],
    includePersonal: true,
  };
  await createEndpoint(system.deps, store.storeId, hook);
}, 60_000);
afterAll(async () => {
  await system.stop();
  await traces.stop();
  await Promise.all([collector.close(), smtp.close()]);
});

async function openTracesTo(url: string, onTrouble: (error: Error | null) => void = () => {}): Promise<Traces> {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  try {
    return await openTraces({ ...ABOUT, onTrouble });
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Buys as a caller whose own span the request goes on from. Resolves with the ids of that span. */
async function buy(): Promise<{ traceId: string; spanId: string }> {
  const client = createCheckoutClient(system);
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  const step = shippingStep(store, {
    email: 'quillon.featherstone@mail.example',
    lineItemProperties: { Engraving: 'For Featherstone’s niece' },
  });
  const address = { ...step.address, firstName: 'Quillon', lastName: 'Featherstone', line1: '7 Brambleby Lane' };
  const checkout = await client.hold(
    { ...step, address: { ...address, phoneNumber: '+49 30 5550199' } },
    { address: '198.51.77.23' },
  );
  const { id, secret, total, dueNow } = checkout;
  const body = { token: STRIPE_CARDS.good, termsAccepted: true, marketingConsent: false, total, dueNow };
  const headers = { traceparent: `00-${traceId}-${spanId}-01` };
  const paid = await client.call('POST', `/api/checkouts/${id}/payments`, {
    secret,
    key: randomBytes(9).toString('hex'),
    body,
    headers,
  });
  expect(paid.status, paid.text).toBe(200);
  return { traceId, spanId };
}

/** Returns the names of a span and of those above it, and the id of the one that is not ours. */
function pathOf(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  if (!span) return [];
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(above ? pathOf(above, spans) : [span.parentSpanId])];
}

test('one trace leads from the request that pays to the provider, the mail and the webhook, and the log names it', async () => {
  const { traceId, spanId } = await buy();
  const found = (name: string) => collector.spans.find((span) => span.traceId === traceId && span.name === name);
  const names = ['stripe capture', 'mail send', 'webhook post'];
  const request = 'POST /frames/1/api/checkouts/:id/payments';
  const pathsNow = () => names.map((name) => pathOf(found(name), collector.spans));
  // A span above ends later, so it may be sent with a later batch.
  await vi.waitUntil(() => pathsNow().every((path) => path.at(-1) === spanId), PATIENT).catch(() => {});

  const paths = pathsNow();
  expect(paths).toEqual([
    ['stripe capture', 'job money.due', 'sale place', request, spanId],
    ['mail send', 'job mail.due', 'sale place', request, spanId],
    ['webhook post', 'webhook preorder.placed', 'sale place', request, spanId],
  ]);
  expect(found('webhook post')).toMatchObject({ failed: true, attributes: { 'error.type': 'status_4xx' } });
  const statements = collector.spans.filter((span) => span.traceId === traceId && span.attributes['db.query.text']);
  expect(statements.map(({ name }) => name)).toContain('INSERT movement');
  // What follows from the job goes on: the money that has moved is told of as well.
  const [moved] = await system.db.query<{ trace: string }>(
    `SELECT trace FROM outbox WHERE store_id = $1 AND topic = 'money.moved'`,
    [store.storeId],
  );
  expect(moved?.trace).toContain(traceId);

  const lines = logged.split('\n').filter((line) => line.includes(traceId));
  const line = (msg: string) => lines.find((one) => one.includes(`"msg":"${msg}"`));
  expect(line('request')).toContain(`"route":"/frames/1/api/checkouts/:id/payments"`);
  expect(line('a job is done')).toBeDefined();
  expect(line('provider call')).toBeDefined();
});

test('no span has personal data, a secret or a parameter of a statement', async () => {
  const { traceId } = await buy();
  await vi.waitUntil(
    () => collector.spans.some((span) => span.traceId === traceId && span.name === 'mail send'),
    PATIENT,
  );
  const text = collector.text();
  expect(text).toContain('INSERT INTO outbox');
  expect(text).not.toContain(STRIPE_CARDS.good);
  for (const word of PLANTED) expect(text.toLowerCase()).not.toContain(word);
});

test('a service that is started as the guide says sends its spans, also the last ones', async () => {
  const guide = await readFile(new URL('../../../docs/guides/watching.md', import.meta.url), 'utf8');
  const variables = Object.fromEntries(
    [...guide.matchAll(/^export (OTEL_\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(variables.OTEL_EXPORTER_OTLP_ENDPOINT).toBe('http://127.0.0.1:4318');
  const [port] = await freePorts(1);
  const service = runService(['serve'], {
    env: {
      ...variables,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      BASE_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      ADMIN_PORT: '',
      DATABASE_URL: system.db.directUrl,
      SECRET_KEY: TEST_SECRET_KEY,
    },
  });
  await service.says('"serving"');
  const answer = await fetch(`http://127.0.0.1:${port}/admin/api/v1/waitlists`);
  service.child.kill('SIGTERM'); // sooner than the next batch of spans
  await service.ended;
  const id = answer.headers.get('x-request-id');
  const sent = collector.spans.find(({ attributes }) => attributes['request.id'] === id);
  expect(sent).toMatchObject({ name: 'GET /admin/api/v1/waitlists', attributes: { 'http.response.status_code': 401 } });
  expect(collector.text()).toContain('"stringValue":"preorders"');
  const line = service
    .output()
    .split('\n')
    .find((one) => one.includes('"msg":"request"'));
  expect(line).toContain(`"trace_id":"${sent?.traceId}"`);
});

test('what the collector wants in headers stands in files, and that of traces goes before that of all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headers-'));
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const own = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', own.url);
  const { tracing } = readConfig('worker', {
    BASE_URL: 'https://preorders.example',
    DATABASE_URL: 'postgres://db/x',
    SECRET_KEY: TEST_SECRET_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: await file('all', 'x-tenant=fjord,authorization=Basic%20b2xk\n'),
    OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE: await file('traces', 'authorization=Bearer%20Zq7hush=='),
  });
  const opened = await openTraces({ ...ABOUT, ...tracing, onTrouble: () => {} }).finally(() => vi.unstubAllEnvs());
  await opened.span('work', {}, async () => {});
  await opened.stop();
  expect(own.headers).toEqual([expect.objectContaining({ 'x-tenant': 'fjord', authorization: 'Bearer Zq7hush==' })]);
  await own.close();
  await rm(folder, { recursive: true });
});

test('a request takes no longer, and a process ends, while the collector hangs or is away', async () => {
  const hanging = await startCollector({ hangs: true });
  const away = await startCollector();
  await away.close();
  for (const { url } of [hanging, away]) {
    const troubles: unknown[] = [];
    const own = await openTracesTo(url, (error) => troubles.push(error));
    const began = performance.now();
    for (let nth = 0; nth < 6_000; nth += 1) await own.span('work', {}, async () => {});
    expect(performance.now() - began).toBeLessThan(2_000); // more spans than it keeps: the rest is dropped
    const stopping = performance.now();
    await own.stop();
    expect(performance.now() - stopping).toBeLessThan(2_500);
    expect(troubles.length).toBeLessThanOrEqual(1);
  }
  await hanging.close();
});
