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
import { createOffer } from '../../support/shop.ts';
import { failWith, useWebhookDesk } from '../../support/webhook-desk.ts';
import { deliverAll, verifyPost } from '../../support/webhooks.ts';

const desk = useWebhookDesk();

const secrets = async () =>
  (await readEndpointSecrets(desk.engine, desk.target.storeId, desk.target.endpointId)).map(({ text }) => text);

test('signs with both secrets during a rotation, and ends the old one after a day', async () => {
  const [old = ''] = await secrets();
  await rotateEndpointSecret(desk.engine, desk.target, { atOnce: false });
  const [fresh = '', second] = await secrets();
  expect([fresh === old, second]).toEqual([false, old]);
  await expect(rotateEndpointSecret(desk.engine, desk.target, { atOnce: false })).rejects.toThrow(
    /Two secrets sign already, the old one until .+ \(\w+(\/\w+)?\)\./,
  );
  await desk.happen();
  await deliverAll(desk.engine);
  for (const secret of [old, fresh]) for (const post of desk.receiver.posts) verifyPost(post, secret);
  await desk.later(86_400_000);
  await desk.happen();
  await deliverAll(desk.engine);
  const last = desk.receiver.posts.slice(-1);
  for (const post of last) verifyPost(post, fresh);
  for (const post of last) expect(() => verifyPost(post, old)).toThrow(/No matching signature/);
});

test('ends a leaked secret at once', async () => {
  await rotateEndpointSecret(desk.engine, desk.target, { atOnce: false });
  const before = await secrets();
  await rotateEndpointSecret(desk.engine, desk.target, { atOnce: true });
  const after = await secrets();
  expect(after).toHaveLength(1);
  expect(before).not.toContain(after[0]);
});

test('seals secrets in the database, and gives every endpoint its own', async () => {
  const other = await desk.newEndpoint();
  const [mine = ''] = await secrets();
  const [others] = await readEndpointSecrets(desk.engine, other.storeId, other.endpointId);
  expect(mine).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(others?.text).not.toBe(mine);
  const rows = await desk.db.query<{ sealed: Buffer }>('SELECT sealed FROM webhook_secret');
  for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toContain(mine.slice(6, 20));
});

test('sends a test once, at once, and changes nothing else', async () => {
  expect(await sendTest(desk.engine, desk.target)).toMatchObject({ verdict: 'delivered', status: 204, failure: null });
  const [secret = ''] = await secrets();
  for (const post of desk.receiver.posts) verifyPost(post, secret);
  expect(desk.receiver.posts.map(({ type }) => type)).toEqual(['webhook.test']);
  desk.receiver.answer = failWith(410);
  expect(await sendTest(desk.engine, desk.target)).toMatchObject({ verdict: 'gone', answer: 'not now' });
  await desk.later(RETRY_DELAYS_MS[0] ?? 0);
  expect(await deliverAll(desk.engine)).toBe(0);
  expect((await readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).disabledAt).toBeNull();
  await disableEndpoint(desk.engine, desk.target);
  desk.receiver.answer = failWith(200);
  expect(await sendTest(desk.engine, desk.target)).toMatchObject({ verdict: 'delivered' });
});

test('sends a delivered message again with its id and body', async () => {
  await desk.happen();
  await deliverAll(desk.engine);
  const [post] = desk.receiver.posts;
  expect(await resend(desk.engine, desk.target, { messageId: post?.id ?? '' })).toBe(1);
  await deliverAll(desk.engine);
  expect(desk.receiver.posts.map(({ id, text }) => ({ id, text }))).toEqual(
    [post, post].map((p) => ({ id: p?.id, text: p?.text })),
  );
  for (const messageId of [randomUUID(), 'no id']) {
    await expect(resend(desk.engine, desk.target, { messageId })).rejects.toThrow(/no such webhook message/);
  }
});

test("does not find another store's endpoint", async () => {
  const { storeId } = await createOffer(desk.engine, { allocation: 1 });
  const foreign = { storeId, endpointId: desk.target.endpointId };
  const missing = /no such webhook endpoint/;
  await expect(readEndpoint(desk.db, storeId, desk.target.endpointId)).rejects.toThrow(missing);
  await expect(rotateEndpointSecret(desk.engine, foreign, { atOnce: true })).rejects.toThrow(missing);
  await expect(disableEndpoint(desk.engine, foreign)).rejects.toThrow(missing);
  await expect(enableEndpoint(desk.engine, foreign)).rejects.toThrow(missing);
  await expect(removeEndpoint(desk.engine, foreign)).rejects.toThrow(missing);
  await expect(sendTest(desk.engine, foreign)).rejects.toThrow(missing);
  await expect(resend(desk.engine, foreign, { messageId: null })).rejects.toThrow(missing);
  expect(await readEndpointSecrets(desk.engine, storeId, desk.target.endpointId)).toEqual([]);
  expect(await listMessages(desk.db, foreign, { limit: 10 })).toEqual([]);
});

test('refuses more than twenty endpoints of a store', async () => {
  const { storeId } = await createOffer(desk.engine, { allocation: 1 });
  const create = () => createEndpoint(desk.engine, storeId, { url: desk.receiver.url });
  const made = await Promise.allSettled(Array.from({ length: 22 }, create));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(create()).rejects.toMatchObject({ code: 'too_many_webhooks' });
});

test('refuses an address of a private network when the endpoint is created', async () => {
  const strict = { ...desk.engine, outgoing: createOutgoingHttp({ privateTargets: false }) };
  for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f000001']) {
    const made = createEndpoint(strict, desk.offer.storeId, { url: `https://${host}/` });
    await expect(made).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'url' } });
  }
  const plain = createEndpoint(strict, desk.offer.storeId, { url: 'http://shop.example/' });
  await expect(plain).rejects.toMatchObject({ code: 'invalid_parameter' });
});
