import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { testData, testDataFile } from '../../../test/support/test-data.ts';
import { RETRY_DELAYS_MS, verdictOf } from '../../domain/webhook.ts';
import { WEBHOOK_TYPES } from '../../protocol/schema/webhook-events.ts';
import { newEndpointSecret, signedHeaders } from './signature.ts';

const NOW = new Date('2026-06-01T12:00:00.900Z');

test('matches the test vector of the Standard Webhooks libraries', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], new Date(1_614_265_330_000))).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('matches another implementation of HMAC-SHA256, also for text beyond ASCII', () => {
  for (const body of ['', '{}', '{"name":"Jäckel 🧥"}', 'a'.repeat(20_000)]) {
    const secret = newEndpointSecret();
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`one.1780315200.${body}`).digest('base64');
    expect(signedHeaders({ id: 'one', body }, [secret], NOW)['webhook-signature']).toBe(`v1,${mac}`);
  }
});

test('signs once for each of two secrets, and each signature verifies', () => {
  const secrets = [newEndpointSecret(), newEndpointSecret()];
  const headers = signedHeaders({ id: 'one', body: '{"a":1}' }, secrets, new Date());
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of secrets) expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
  expect(() => new Webhook(newEndpointSecret()).verify('{"a":1}', headers)).toThrow('No matching signature');
  expect(() => new Webhook(secrets[0] ?? '').verify('{"a":2}', headers)).toThrow('No matching signature');
});

test('a secret has 32 random bytes; Standard Webhooks allows 24 to 64', () => {
  const secret = newEndpointSecret();
  expect(secret).toMatch(/^whsec_/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(newEndpointSecret()).not.toBe(secret);
});

test('types are words of [a-zA-Z0-9_], joined by full stops', () => {
  for (const type of WEBHOOK_TYPES) expect(type).toMatch(/^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)+$/);
});

test.skipIf(testData === undefined)('follows the schedule, limits and answers of the specification', async () => {
  const text = await readFile(testDataFile('corpora/standard-webhooks/standard-webhooks.md'), 'utf8');
  const table = text.slice(text.indexOf('Example retry schedule'), text.indexOf('### Delivery success'));
  const since = [...table.matchAll(/\| (\d+):(\d\d):(\d\d) /g)].map(
    ([, hours, minutes, seconds]) => (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000,
  );
  expect(since).toHaveLength(10);
  let elapsed = 0;
  expect([0, ...RETRY_DELAYS_MS.map((delay) => (elapsed += delay))]).toEqual(since);
  expect(text).toContain('`msg_id.timestamp.payload`');
  for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    expect(text).toContain(`- \`${header}\``);
    expect(signedHeaders({ id: 'one', body: '' }, [newEndpointSecret()], NOW)).toHaveProperty(header);
  }
  expect(text).toContain('Between 24 bytes (192 bits) and 64 bytes (512 bits)');
  expect([verdictOf(200), verdictOf(299), verdictOf(302), verdictOf(410), verdictOf(429)]).toEqual([
    'delivered',
    'delivered',
    'failed',
    'gone',
    'failed',
  ]);
});
