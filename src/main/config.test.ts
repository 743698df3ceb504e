import { expect, test } from 'vitest';
import { SetupError } from '../platform/setup-error.ts';
import { readConfig } from './config.ts';

test('every variable has a default, except those that several machines must share', () => {
  expect(readConfig('start', {})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    adminPort: 4002,
    demoPort: 4001,
    demoHistory: true,
    stripePort: 4003,
    portalPort: 4004,
    portalUrl: 'http://localhost:4004',
    baseUrl: 'http://127.0.0.1:4000',
    databaseUrl: undefined,
    secretKey: undefined,
    trustProxy: [],
    smtpUrl: undefined,
    shutdownPauseMs: 0,
  });
  expect(mistakes('serve', {})).toEqual([
    'serve needs BASE_URL, DATABASE_URL and SECRET_KEY, which the environment does not have.',
  ]);
  expect(mistakes('worker', { BASE_URL: 'https://a.example', DATABASE_URL: 'postgres://db/x' })).toEqual([
    'worker needs SECRET_KEY, which the environment does not have.',
  ]);
});

test('npm start runs one database', () => {
  expect(mistakes('start', { DATABASES_DIR: '/etc/databases' })).toEqual([
    expect.stringMatching(/^DATABASES_DIR is for serve, worker, migrate and .\/service/),
  ]);
});

test('an empty variable counts as unset, and an empty port of an extra server turns that server off', () => {
  const config = readConfig('start', { PORT: '', DATABASE_URL: '', DEMO_PORT: '', ADMIN_PORT: '', STRIPE_PORT: '' });
  expect(config).toMatchObject({ port: 4000, databaseUrl: undefined, demoPort: undefined, adminPort: undefined });
  expect(config.stripePort).toBeUndefined();
  expect(readConfig('worker', shared).adminPort).toBeUndefined();
  expect(readConfig('serve', shared)).toMatchObject({ adminPort: 4002, demoPort: undefined, stripePort: undefined });
});

test('the portal is served by npm start on this machine, and elsewhere only where it is asked for', () => {
  expect(readConfig('start', { PORTAL_PORT: '' }).portalPort).toBeUndefined();
  expect(readConfig('start', { PORTAL_PORT: '4014' })).toMatchObject({
    portalPort: 4014,
    portalUrl: 'http://localhost:4014',
  });
  expect(readConfig('start', { HOST: '192.168.1.5' }).portalPort).toBeUndefined();
  expect(readConfig('serve', shared).portalPort).toBeUndefined();
  const portal = { ...shared, PORTAL_PORT: '4014', PORTAL_URL: 'https://portal.example/' };
  expect(readConfig('serve', portal)).toMatchObject({ portalPort: 4014, portalUrl: 'https://portal.example' });
  expect(readConfig('worker', portal).portalPort).toBeUndefined();
});

test('an app at Shopify has an id and one or two secrets, which no message repeats', () => {
  const app = {
    SHOPIFY_CLIENT_ID: 'f'.repeat(32),
    SHOPIFY_CLIENT_SECRET: 'shpss_new_new_new_new shpss_old_old_old_old',
  };
  expect(readConfig('start', app).shopifyApp).toEqual({
    clientId: 'f'.repeat(32),
    secrets: ['shpss_new_new_new_new', 'shpss_old_old_old_old'],
    adminUrl: undefined,
  });
  expect(readConfig('start', {}).shopifyApp).toBeUndefined();
  expect(mistakes('start', { SHOPIFY_CLIENT_ID: app.SHOPIFY_CLIENT_ID })).toEqual([
    expect.stringMatching(/^SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET belong together/),
  ]);
  const [wrong = ''] = mistakes('start', { ...app, SHOPIFY_CLIENT_SECRET: 'hunter2' });
  expect(wrong).toMatch(/^SHOPIFY_CLIENT_SECRET must be/);
  expect(wrong).not.toContain('hunter2');
  expect(mistakes('start', { ...app, SHOPIFY_STAND_IN: 'https://evil.example' })).toEqual([
    expect.stringMatching(/^SHOPIFY_STAND_IN must be an address of this machine/),
  ]);
});

test('the portal needs HTTPS and a host name of its own', () => {
  const portal = { ...shared, BASE_URL: 'https://pre.example', PORTAL_PORT: '4014' };
  expect(mistakes('serve', portal)).toEqual([expect.stringMatching(/^PORTAL_PORT needs PORTAL_URL/)]);
  expect(mistakes('serve', { ...portal, PORTAL_URL: 'http://portal.example' })).toEqual([
    expect.stringMatching(/^PORTAL_URL must begin with https/),
  ]);
  expect(mistakes('serve', { ...portal, PORTAL_URL: 'https://pre.example:8443' })).toEqual([
    expect.stringMatching(/^PORTAL_URL needs a host name of its own/),
  ]);
});

test('the stand-in for Stripe serves only browsers of this machine', () => {
  expect(readConfig('start', { HOST: '0.0.0.0' }).stripePort).toBe(4003);
  expect(readConfig('start', { HOST: '192.168.1.5' }).stripePort).toBeUndefined();
  expect(readConfig('start', { BASE_URL: 'https://pre.example' }).stripePort).toBeUndefined();
  expect(mistakes('start', { BASE_URL: 'https://pre.example', STRIPE_PORT: '4003' })).toEqual([
    expect.stringMatching(/^STRIPE_PORT is for browsers of this machine/),
  ]);
});

test('the stand-in for Stripe is the one that npm start runs, or one that the environment names', () => {
  const there = 'http://127.0.0.1:4103';
  expect(readConfig('start', {}).stripeStandIn).toBe('http://127.0.0.1:4003');
  expect(readConfig('start', { STRIPE_PORT: '' }).stripeStandIn).toBeUndefined();
  expect(readConfig('start', { STRIPE_PORT: '', STRIPE_STAND_IN: there }).stripeStandIn).toBe(there);
  expect(readConfig('serve', shared).stripeStandIn).toBeUndefined();
  expect(readConfig('command', { STRIPE_STAND_IN: `${there}/` }).stripeStandIn).toBe(there);
  expect(readConfig('command', {})).toMatchObject({ stripePort: undefined, stripeStandIn: 'http://127.0.0.1:4003' });
  expect(readConfig('command', { STRIPE_PORT: '5003' }).stripeStandIn).toBe('http://127.0.0.1:5003');
  expect(readConfig('command', { BASE_URL: 'https://wait.example' }).stripeStandIn).toBeUndefined();
  expect(mistakes('start', { STRIPE_STAND_IN: there })).toEqual([expect.stringMatching(/^STRIPE_STAND_IN names/)]);
  expect(mistakes('serve', { ...shared, STRIPE_STAND_IN: 'http://10.0.0.1:4103' })).toEqual([
    expect.stringMatching(/^STRIPE_STAND_IN must be an address of this machine/),
  ]);
});

test('a service that this machine alone reaches may call receivers on it', () => {
  const targets = (given: Record<string, string>) => readConfig('start', given).webhookPrivateTargets;
  expect(targets({})).toBe('loopback');
  expect(targets({ BASE_URL: 'https://pre.example' })).toBe(false);
  expect(targets({ WEBHOOK_PRIVATE_TARGETS: 'refuse' })).toBe(false);
  expect(targets({ WEBHOOK_PRIVATE_TARGETS: 'allow' })).toBe(true);
  expect(mistakes('start', { WEBHOOK_PRIVATE_TARGETS: 'yes' })).toEqual([
    'WEBHOOK_PRIVATE_TARGETS must be refuse or loopback or allow, not "yes".',
  ]);
});

test('the public address is BASE_URL, or else the address that the service listens on', () => {
  expect(readConfig('start', { BASE_URL: 'https://pre.example/' }).baseUrl).toBe('https://pre.example');
  expect(readConfig('start', { HOST: '0.0.0.0', PORT: '4100' }).baseUrl).toBe('http://127.0.0.1:4100');
  expect(readConfig('start', { HOST: '::1' }).baseUrl).toBe('http://[::1]:4000');
});

test('proxies are addresses and ranges of IPv4 and IPv6', () => {
  const { trustProxy } = readConfig('start', { TRUST_PROXY: '10.0.0.0/8, 127.0.0.1 fd00::/8' });
  expect(trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);
});

test('connections are split between the pools, and their sum is never above the setting', () => {
  const own = { start: 4, serve: 3, worker: 3 };
  for (const role of ['start', 'serve', 'worker'] as const) {
    for (const total of [6, 10, 12, 100]) {
      const { pool, lookups } = readConfig(role, { ...shared, DATABASE_CONNECTIONS: `${total}` }).connections;
      expect(pool + lookups + own[role]).toBe(total);
      expect(Math.min(pool, lookups)).toBeGreaterThanOrEqual(1);
    }
  }
});

test('traces are on where a collector is named, by the standard variables', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  const given = { ...shared, OTEL_EXPORTER_OTLP_ENDPOINT };
  const tracing = (more: Record<string, string>) => readConfig('worker', { ...given, ...more }).tracing;
  expect(readConfig('worker', shared).tracing).toBeUndefined();
  expect(readConfig('command', given).tracing).toBeUndefined();
  expect(tracing({})).toEqual({ serviceName: 'waitlist-worker', share: 1, headers: '' });
  expect(tracing({ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_off' })).toMatchObject({ share: 0 });
  const ratio = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
  expect(tracing(ratio)).toMatchObject({ share: 0.05 });
  expect(tracing({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  const wrong = { ...given, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER_ARG: '5' };
  expect(mistakes('worker', wrong)).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, not "grpc".',
    'OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.05, not "5".',
  ]);
});

const WRONG: [name: string, value: string, sentence: RegExp][] = [
  ['PORT', '0', /^PORT must be a port from 1 to 65535, not "0"\.$/],
  ['PORT', '4000x', /^PORT must be a port/],
  ['ADMIN_PORT', '70000', /^ADMIN_PORT must be a port/],
  ['DEMO_PORT', '4000', /^DEMO_PORT and PORT are both 4000/],
  ['STRIPE_PORT', '4001', /^STRIPE_PORT and DEMO_PORT are both 4001/],
  ['HOST', 'http://here', /^HOST must be an address or a host name/],
  ['BASE_URL', 'pre.example', /^BASE_URL must be the public address without a path/],
  ['BASE_URL', 'https://pre.example/path', /^BASE_URL must be the public address without a path/],
  ['BASE_URL', 'https://0.0.0.0', /^BASE_URL must be an address that shoppers can open, and 0\.0\.0\.0 stands for/],
  ['BASE_URL', 'http://[::]:4000', /^BASE_URL must be an address that shoppers can open, and \[::\] stands for/],
  ['BASE_URL', 'ftp://pre.example', /^BASE_URL must be the public address/],
  ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY must be a list .* "10\.0\.0\.0\/33" is neither\.$/],
  ['TRUST_PROXY', '1', /"1" is neither\.$/],
  ['TRUST_PROXY', '10/8', /"10\/8" is neither\.$/],
  ['TRUST_PROXY', '127.0.0.1, 0.0.0.0/0', /^TRUST_PROXY must name your proxies alone, and "0\.0\.0\.0\/0"/],
  ['TRUST_PROXY', '::/0', /^TRUST_PROXY must name your proxies alone/],
  [
    'BASE_URL',
    'https://shop:hush@pre.example',
    /^BASE_URL must be the public address, without a name and a password\.$/,
  ],
  ['DATABASE_URL', 'postgres://u:p@h:0/d', /^DATABASE_URL has a port that is none: .* 65535\.$/],
  ['DATABASE_DIRECT_URL', 'postgres://u:p@h/d?binary=true', /^DATABASE_DIRECT_URL has binary, which the service sets/],
  ['DATABASE_URL', '"postgres://u:p@h/d"', /^DATABASE_URL stands in quotation marks: leave them out\.$/],
  ['PORT', "'4000'", /^PORT stands in quotation marks/],
  ['DATA_DIR', '"/var/lib/shop"', /^DATA_DIR stands in quotation marks/],
  ['BASE_URL', 'https://*.pre.example', /^BASE_URL must be the public address/],
  ['HOST', 'fe80::1%', /^HOST must be an address/],
  ['SECRET_KEY_PREVIOUS', 'short', /^SECRET_KEY_PREVIOUS must have at least 32 characters/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of fatal, error/],
  ['READABLE_SCRIPTS', 'yes', /^READABLE_SCRIPTS must be on or off, not "yes"\.$/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /^OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:/],
  ['MAIL_FROM', 'Shop <a@b.example>', /^MAIL_FROM must be a mail address alone/],
  ['SMTP_URL', 'smtps://mail.example', /^SMTP_URL needs MAIL_FROM beside it/],
  ['MAIL_CONNECTIONS', '0', /^MAIL_CONNECTIONS must be a number from 1 to 200, not "0"\.$/],
  ['DATABASE_CONNECTIONS', '5', /^DATABASE_CONNECTIONS must be a number from 6 to 500, not "5"\.$/],
  ['DATABASE_DIRECT_URL', 'postgres://db/x', /^DATABASE_DIRECT_URL needs DATABASE_URL/],
  ['DATABASE_READ_URL', 'postgres://db/x', /^DATABASE_READ_URL needs DATABASE_URL/],
];
test.each(WRONG)('%s=%s is reported in one sentence', (name, value, sentence) => {
  expect(mistakes('start', { [name]: value })).toEqual([expect.stringMatching(sentence)]);
});

test('a value that may hold a password is never repeated, and every mistake is reported', () => {
  const found = mistakes('start', {
    DATABASE_URL: 'mysql://u:hush@h/d',
    SMTP_URL: 'hush',
    SECRET_KEY: 'hush',
    PORT: 'x',
  });
  expect(found).toHaveLength(4);
  expect(found.join()).not.toContain('hush');
});

const shared = { BASE_URL: 'https://pre.example', DATABASE_URL: 'postgres://db/x', SECRET_KEY: 'x'.repeat(32) };

function mistakes(role: Parameters<typeof readConfig>[0], environment: Record<string, string>): string[] {
  try {
    readConfig(role, environment);
    return [];
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return error.message.split('\n');
  }
}

test('an address of one network has that network behind it', () => {
  expect(readConfig('start', { ...shared, HOST: 'fe80::1%eth0' }).host).toBe('fe80::1%eth0');
});
