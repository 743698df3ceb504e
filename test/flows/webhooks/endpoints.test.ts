import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../../src/core/webhooks/commands/endpoints.ts';
import { resend, sendTest } from '../../../src/core/webhooks/commands/resend.ts';
import { listMessages, readEndpoint, readEndpointSecrets } from '../../../src/core/webhooks/queries.ts';
import { RETRY_DELAYS_MS } from '../../../src/domain/webhook.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http.ts';
import { createOffer } from '../../support/core.ts';
import { failWith, useWebhookFixture } from '../../support/webhook-fixture.ts';
import { deliverAll, verifyPost } from '../../support/webhooks.ts';

const fixture = useWebhookFixture();

const secrets = async () =>
  (await readEndpointSecrets(fixture.core, fixture.target.storeId, fixture.target.endpointId)).map(({ text }) => text);

test('signs with both secrets during a rotation, and ends the old one after a day', async () => {
  const [old = ''] = await secrets();
  await rotateEndpointSecret(fixture.core, fixture.target, { atOnce: false });
  const [fresh = '', second] = await secrets();
  expect([fresh === old, second]).toEqual([false, old]);
  await expect(rotateEndpointSecret(fixture.core, fixture.target, { atOnce: false })).rejects.toThrow(
    /Two secrets sign already, the old one until .+ \(\w+(\/\w+)?\)\./,
  );
  await fixture.happen();
  await deliverAll(fixture.core);
  for (const secret of [old, fresh]) for (const post of fixture.receiver.posts) verifyPost(post, secret);
  await fixture.later(86_400_000);
  await fixture.happen();
  await deliverAll(fixture.core);
  const last = fixture.receiver.posts.slice(-1);
  for (const post of last) verifyPost(post, fresh);
  for (const post of last) expect(() => verifyPost(post, old)).toThrow(/No matching signature/);
});

test('ends a leaked secret at once', async () => {
  await rotateEndpointSecret(fixture.core, fixture.target, { atOnce: false });
  const before = await secrets();
  await rotateEndpointSecret(fixture.core, fixture.target, { atOnce: true });
  const after = await secrets();
  expect(after).toHaveLength(1);
  expect(before).not.toContain(after[0]);
});

test('seals secrets in the database, and gives every endpoint its own', async () => {
  const other = await fixture.newEndpoint();
  const [mine = ''] = await secrets();
  const [others] = await readEndpointSecrets(fixture.core, other.storeId, other.endpointId);
  expect(mine).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(others?.text).not.toBe(mine);
  const rows = await fixture.db.query<{ sealed: Buffer }>('SELECT sealed FROM webhook_secret');
  for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toContain(mine.slice(6, 20));
});

test('sends a test once, at once, and changes nothing else', async () => {
  expect(await sendTest(fixture.core, fixture.target)).toMatchObject({
    verdict: 'delivered',
    status: 204,
    failure: null,
  });
  const [secret = ''] = await secrets();
  for (const post of fixture.receiver.posts) verifyPost(post, secret);
  expect(fixture.receiver.posts.map(({ type }) => type)).toEqual(['webhook.test']);
  fixture.receiver.answer = failWith(410);
  expect(await sendTest(fixture.core, fixture.target)).toMatchObject({ verdict: 'gone', answer: 'not now' });
  await fixture.later(RETRY_DELAYS_MS[0] ?? 0);
  expect(await deliverAll(fixture.core)).toBe(0);
  expect((await readEndpoint(fixture.db, fixture.target.storeId, fixture.target.endpointId)).disabledAt).toBeNull();
  await disableEndpoint(fixture.core, fixture.target);
  fixture.receiver.answer = failWith(200);
  expect(await sendTest(fixture.core, fixture.target)).toMatchObject({ verdict: 'delivered' });
});

test('sends a delivered message again with its id and body', async () => {
  await fixture.happen();
  await deliverAll(fixture.core);
  const [post] = fixture.receiver.posts;
  expect(await resend(fixture.core, fixture.target, { messageId: post?.id ?? '' })).toBe(1);
  await deliverAll(fixture.core);
  expect(fixture.receiver.posts.map(({ id, text }) => ({ id, text }))).toEqual(
    [post, post].map((p) => ({ id: p?.id, text: p?.text })),
  );
  for (const messageId of [randomUUID(), 'no id']) {
    await expect(resend(fixture.core, fixture.target, { messageId })).rejects.toThrow(/no such webhook message/);
  }
});

test("does not find another store's endpoint", async () => {
  const { storeId } = await createOffer(fixture.core, { allocation: 1 });
  const foreign = { storeId, endpointId: fixture.target.endpointId };
  const missing = /no such webhook endpoint/;
  await expect(readEndpoint(fixture.db, storeId, fixture.target.endpointId)).rejects.toThrow(missing);
  await expect(rotateEndpointSecret(fixture.core, foreign, { atOnce: true })).rejects.toThrow(missing);
  await expect(disableEndpoint(fixture.core, foreign)).rejects.toThrow(missing);
  await expect(enableEndpoint(fixture.core, foreign)).rejects.toThrow(missing);
  await expect(removeEndpoint(fixture.core, foreign)).rejects.toThrow(missing);
  await expect(sendTest(fixture.core, foreign)).rejects.toThrow(missing);
  await expect(resend(fixture.core, foreign, { messageId: null })).rejects.toThrow(missing);
  expect(await readEndpointSecrets(fixture.core, storeId, fixture.target.endpointId)).toEqual([]);
  expect(await listMessages(fixture.db, foreign, { limit: 10 })).toEqual([]);
});

test('refuses more than twenty endpoints of a store', async () => {
  const { storeId } = await createOffer(fixture.core, { allocation: 1 });
  const create = () => createEndpoint(fixture.core, storeId, { url: fixture.receiver.url });
  const made = await Promise.allSettled(Array.from({ length: 22 }, create));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(create()).rejects.toMatchObject({ code: 'too_many_webhooks' });
});

test('refuses an address of a private network when the endpoint is created', async () => {
  const strict = { ...fixture.core, outgoing: createOutgoingHttp({ privateTargets: false }) };
  for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f000001']) {
    const made = createEndpoint(strict, fixture.offer.storeId, { url: `https://${host}/` });
    await expect(made).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'url' } });
  }
  const plain = createEndpoint(strict, fixture.offer.storeId, { url: 'http://shop.example/' });
  await expect(plain).rejects.toMatchObject({ code: 'invalid_parameter' });
});
