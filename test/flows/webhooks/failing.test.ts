import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { claimMessages } from '../../../src/core/webhooks/commands/claim.ts';
import { deliver } from '../../../src/core/webhooks/commands/deliver.ts';
import { disableEndpoint, enableEndpoint, removeEndpoint } from '../../../src/core/webhooks/commands/endpoints.ts';
import { pruneWebhooks } from '../../../src/core/webhooks/commands/prune.ts';
import { resend } from '../../../src/core/webhooks/commands/resend.ts';
import { startWebhooks } from '../../../src/core/webhooks/jobs.ts';
import { readEndpoint } from '../../../src/core/webhooks/queries.ts';
import { RETRY_DELAYS_MS } from '../../../src/domain/webhook.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http.ts';
import { shiftClock } from '../../support/shop.ts';
import { failWith, useWebhookDesk } from '../../support/webhook-desk.ts';
import { startReceiver, tellAll } from '../../support/webhooks.ts';

const desk = useWebhookDesk();

describe('a try that fails', () => {
  test('is tried again as planned, with the same id and body, until it is taken', async () => {
    desk.receiver.answer = failWith(500);
    await desk.happen();
    expect(await tellAll(desk.engine)).toBe(1);
    expect(await tellAll(desk.engine)).toBe(0); // not before its time
    for (const delay of RETRY_DELAYS_MS.slice(0, 3)) {
      await shiftClock(desk.db, delay / 1_000 - 1);
      expect(await tellAll(desk.engine)).toBe(0);
      await shiftClock(desk.db, 2);
      expect(await tellAll(desk.engine)).toBe(1);
    }
    desk.receiver.answer = failWith(200);
    await desk.later(RETRY_DELAYS_MS[3] ?? 0);
    expect(await tellAll(desk.engine)).toBe(1);
    expect(new Set(desk.receiver.posts.map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
    const [message] = await desk.messages();
    expect(message).toMatchObject({ state: 'delivered', dueAt: null });
    expect(message?.tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
    expect(message?.tries[0]).toMatchObject({ failure: 'It answered 500.', answer: 'not now' });
    expect(await desk.alerts()).toEqual([]);
  });

  test.each([301, 302, 307, 400, 404, 429, 502])('also with %i', async (status) => {
    desk.receiver.answer = failWith(status, { location: `${desk.receiver.url}/elsewhere` });
    await desk.happen();
    await tellAll(desk.engine);
    expect(await desk.states()).toEqual(['waiting']);
    expect(desk.receiver.posts.map(({ path }) => path)).toEqual(['/hooks']); // a redirect is not followed
  });

  test('also without an answer in time, or a connection', async () => {
    desk.receiver.answer = () => {};
    const outgoing = createOutgoingHttp({ privateTargets: true, timeoutMs: 50 });
    await desk.happen();
    await tellAll({ ...desk.engine, outgoing });
    await desk.receiver.close();
    await desk.later(RETRY_DELAYS_MS[0] ?? 0);
    await tellAll(desk.engine);
    const [message] = await desk.messages();
    expect(message?.tries.map(({ failure }) => failure)).toEqual([
      'There was no answer within 0.05 s.',
      'The connection failed (ECONNREFUSED).',
    ]);
    desk.receiver = await startReceiver();
  });

  test('an answer that comes late is one that was taken: nothing is sent again', async () => {
    desk.receiver.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 300);
    await desk.happen();
    await tellAll(desk.engine);
    expect(await desk.states()).toEqual(['delivered']);
    expect(await tellAll(desk.engine)).toBe(0);
  });

  test('a private target is not called, whatever was allowed when the endpoint was made', async () => {
    await desk.happen();
    await tellAll({ ...desk.engine, outgoing: createOutgoingHttp({ privateTargets: false }) });
    expect(desk.receiver.posts).toEqual([]);
    const [message] = await desk.messages();
    expect(message?.tries).toMatchObject([
      { status: null, failure: '127.0.0.1 is not an address of the public internet.' },
    ]);
  });

  test('an answer of bytes that are no text, and one without end, are noted as far as they can be', async () => {
    desk.receiver.answer = (_, response) => response.writeHead(500).end(Buffer.from([0, 0xff, 0xc3, 0x28, 0, 65]));
    await desk.happen();
    await tellAll(desk.engine);
    desk.receiver.answer = (_, response) => response.writeHead(500).end('x'.repeat(100_000));
    await desk.later(RETRY_DELAYS_MS[0] ?? 0);
    await tellAll(desk.engine);
    const [message] = await desk.messages();
    expect(message?.tries.map(({ answer }) => answer.length)).toEqual([4, 1_024]);
  });
});

describe('order', () => {
  test('what follows waits behind what failed; other subjects go on', async () => {
    desk.receiver.answer = failWith(500);
    await desk.happen();
    await tellAll(desk.engine);
    desk.receiver.answer = failWith(200);
    desk.receiver.posts.length = 0;
    await desk.happen();
    await desk.happen();
    await desk.happen(randomUUID());
    expect(await tellAll(desk.engine)).toBe(1);
    await desk.later(RETRY_DELAYS_MS[0] ?? 0);
    expect(await tellAll(desk.engine)).toBe(3);
    const ids = desk.receiver.posts.slice(1).map(({ id }) => id);
    const bySeq = await desk.db.query<{ id: string }>(
      'SELECT id FROM webhook_message WHERE endpoint_id = $1 AND subject_id = $2 ORDER BY seq',
      [desk.target.endpointId, desk.offer.productId],
    );
    expect(ids).toEqual(bySeq.map(({ id }) => id));
  });

  test('an endpoint gets four at a time at most, and another is not kept waiting', async () => {
    const other = await desk.newEndpoint(`${desk.receiver.url}/other`);
    for (let number = 0; number < 6; number += 1) await desk.happen(randomUUID());
    const claimed = await claimMessages(desk.db, 64);
    const of = (endpointId: string) => claimed.filter((message) => message.endpointId === endpointId).length;
    expect([of(desk.target.endpointId), of(other.endpointId)]).toEqual([4, 4]);
    expect(await claimMessages(desk.db, 64)).toEqual([]);
  });

  test('a worker that dies with a message loses it to another, after a while', async () => {
    await desk.happen();
    const [lost] = await claimMessages(desk.db, 1);
    expect(lost).toBeDefined();
    await desk.later(30_000);
    expect(await tellAll(desk.engine)).toBe(0);
    await desk.later(31_000);
    expect(await tellAll(desk.engine)).toBe(1);
    // It was not dead after all: the receiver gets the same id again, and drops it.
    if (lost) await deliver(desk.engine, lost);
    expect(new Set(desk.receiver.posts.map(({ id }) => id)).size).toBe(1);
    expect(await desk.states()).toEqual(['delivered']);
  });

  test('a worker that ends waits for no receiver, and leaves what it was sending to the next one', async () => {
    desk.receiver.answer = () => {};
    await desk.happen();
    const worker = startWebhooks(desk.engine);
    await expect.poll(() => desk.receiver.posts.length).toBe(1);
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await desk.messages()).toMatchObject([{ state: 'waiting', tries: [] }]);
    desk.receiver.answer = failWith(200);
    expect(await tellAll(desk.engine)).toBe(1);
    expect(await desk.states()).toEqual(['delivered']);
  });

  test('Retry-After stops all for that endpoint as long as it asks for', async () => {
    desk.receiver.answer = failWith(429, { 'retry-after': '120' });
    await desk.happen();
    await tellAll(desk.engine);
    desk.receiver.answer = failWith(200);
    await desk.happen(randomUUID());
    await desk.later(60_000);
    expect(await tellAll(desk.engine)).toBe(0);
    await desk.later(60_000);
    expect(await tellAll(desk.engine)).toBe(2);
  });
});

describe('the end', () => {
  test('410 disables the endpoint at once and tells the merchant', async () => {
    desk.receiver.answer = failWith(410);
    await desk.happen();
    await desk.happen(randomUUID());
    await tellAll(desk.engine);
    expect(await readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).toMatchObject({
      disabledReason: 'gone',
      waiting: 0,
    });
    expect(await desk.alerts()).toEqual(['webhook_disabled']);
    await desk.happen();
    expect(await desk.states()).toEqual(['failed', 'failed']); // nothing is kept for it any more
    await enableEndpoint(desk.engine, desk.target);
    expect(await desk.alerts()).toEqual([]);
  });

  async function failForThreeDays(between: () => Promise<void> = async () => {}): Promise<void> {
    for (const delay of RETRY_DELAYS_MS) {
      await desk.later(delay);
      await between();
      await tellAll(desk.engine);
    }
  }

  test('nothing taken for three days disables it, and what it missed can be sent again', async () => {
    desk.receiver.answer = failWith(503);
    await desk.happen();
    await tellAll(desk.engine);
    await desk.happen();
    await failForThreeDays();
    expect(desk.receiver.posts).toHaveLength(RETRY_DELAYS_MS.length + 1);
    expect((await readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).disabledReason).toBe('failing');
    expect(await desk.alerts()).toEqual(['webhook_disabled']);
    expect(await desk.states()).toEqual(['failed', 'failed']);
    await expect(resend(desk.engine, desk.target, { messageId: null })).rejects.toThrow(/disabled/);

    desk.receiver.answer = failWith(200);
    desk.receiver.posts.length = 0;
    await enableEndpoint(desk.engine, desk.target);
    expect(await resend(desk.engine, desk.target, { messageId: null })).toBe(2);
    await tellAll(desk.engine);
    expect(await desk.states()).toEqual(['delivered', 'delivered']);
    expect(desk.receiver.posts).toHaveLength(2);
  });

  test('one message that is refused while others are taken fails alone, and the next of its subject goes on', async () => {
    const refused = { id: '' };
    desk.receiver.answer = (post, response) => {
      refused.id ||= post.id;
      response.writeHead(post.id === refused.id ? 400 : 200).end();
    };
    await desk.happen();
    await tellAll(desk.engine);
    await desk.happen();
    await failForThreeDays(() => desk.happen(randomUUID()));
    expect((await readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).disabledAt).toBeNull();
    expect(await desk.alerts()).toEqual(['webhook_failed']);
    expect((await desk.messages({ failed: true })).map(({ id }) => id)).toEqual([refused.id]);
    expect((await desk.states()).filter((state) => state === 'delivered')).toHaveLength(RETRY_DELAYS_MS.length + 1);
  });

  test('disabling, enabling and removing while a try is under way: each ends in one state', async () => {
    await desk.happen();
    const [taken] = await claimMessages(desk.db, 1);
    await disableEndpoint(desk.engine, desk.target);
    if (taken) await deliver(desk.engine, taken);
    expect(await desk.states()).toEqual(['delivered']); // it was, whatever was decided meanwhile
    await enableEndpoint(desk.engine, desk.target);
    await desk.happen();
    desk.receiver.answer = (_, response) =>
      void removeEndpoint(desk.engine, desk.target).then(() => response.writeHead(200).end());
    await tellAll(desk.engine);
    await expect(readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).rejects.toThrow(/no such webhook/);
    const left = await desk.db.query('SELECT 1 FROM webhook_message WHERE endpoint_id = $1', [desk.target.endpointId]);
    expect(left).toEqual([]);
  });

  test('what ended goes after 30 days, what waits stays', async () => {
    await desk.happen();
    await tellAll(desk.engine);
    await desk.later(29 * 86_400_000);
    await pruneWebhooks(desk.engine);
    expect(await desk.states()).toEqual(['delivered']);
    await desk.happen();
    await desk.later(2 * 86_400_000);
    await pruneWebhooks(desk.engine);
    expect(await desk.states()).toEqual(['waiting']);
  });
});
