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
import { deliverAll, startReceiver } from '../../support/webhooks.ts';

const desk = useWebhookDesk();

describe('a failed attempt', () => {
  test('is repeated as planned with the same id and body, until it is delivered', async () => {
    desk.receiver.answer = failWith(500);
    await desk.happen();
    expect(await deliverAll(desk.engine)).toBe(1);
    expect(await deliverAll(desk.engine)).toBe(0); // not due yet
    for (const delay of RETRY_DELAYS_MS.slice(0, 3)) {
      await shiftClock(desk.db, delay / 1_000 - 1);
      expect(await deliverAll(desk.engine)).toBe(0);
      await shiftClock(desk.db, 2);
      expect(await deliverAll(desk.engine)).toBe(1);
    }
    desk.receiver.answer = failWith(200);
    await desk.later(RETRY_DELAYS_MS[3] ?? 0);
    expect(await deliverAll(desk.engine)).toBe(1);
    expect(new Set(desk.receiver.posts.map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
    const [message] = await desk.messages();
    expect(message).toMatchObject({ state: 'delivered', dueAt: null });
    expect(message?.tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
    expect(message?.tries[0]).toMatchObject({ failure: 'It answered 500.', answer: 'not now' });
    expect(await desk.alerts()).toEqual([]);
  });

  test.each([301, 302, 307, 400, 404, 429, 502])('counts any answer but 2xx, such as %i', async (status) => {
    desk.receiver.answer = failWith(status, { location: `${desk.receiver.url}/elsewhere` });
    await desk.happen();
    await deliverAll(desk.engine);
    expect(await desk.states()).toEqual(['waiting']);
    expect(desk.receiver.posts.map(({ path }) => path)).toEqual(['/hooks']); // redirects are not followed
  });

  test('counts a time-out and a refused connection', async () => {
    desk.receiver.answer = () => {};
    const outgoing = createOutgoingHttp({ privateTargets: true, timeoutMs: 50 });
    await desk.happen();
    await deliverAll({ ...desk.engine, outgoing });
    await desk.receiver.close();
    await desk.later(RETRY_DELAYS_MS[0] ?? 0);
    await deliverAll(desk.engine);
    const [message] = await desk.messages();
    expect(message?.tries.map(({ failure }) => failure)).toEqual([
      'There was no answer within 0.05 s.',
      'The connection failed (ECONNREFUSED).',
    ]);
    desk.receiver = await startReceiver();
  });

  test('does not count a slow answer, which delivers the message', async () => {
    desk.receiver.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 300);
    await desk.happen();
    await deliverAll(desk.engine);
    expect(await desk.states()).toEqual(['delivered']);
    expect(await deliverAll(desk.engine)).toBe(0);
  });

  test('counts a private target, even if private targets were allowed when the endpoint was created', async () => {
    await desk.happen();
    await deliverAll({ ...desk.engine, outgoing: createOutgoingHttp({ privateTargets: false }) });
    expect(desk.receiver.posts).toEqual([]);
    const [message] = await desk.messages();
    expect(message?.tries).toMatchObject([
      { status: null, failure: '127.0.0.1 is not an address of the public internet.' },
    ]);
  });

  test('stores as much of a binary or long answer as fits', async () => {
    desk.receiver.answer = (_, response) => response.writeHead(500).end(Buffer.from([0, 0xff, 0xc3, 0x28, 0, 65]));
    await desk.happen();
    await deliverAll(desk.engine);
    desk.receiver.answer = (_, response) => response.writeHead(500).end('x'.repeat(100_000));
    await desk.later(RETRY_DELAYS_MS[0] ?? 0);
    await deliverAll(desk.engine);
    const [message] = await desk.messages();
    expect(message?.tries.map(({ answer }) => answer.length)).toEqual([4, 1_024]);
  });
});

describe('the order of messages', () => {
  test('makes messages of a subject wait behind a failed one, and not those of other subjects', async () => {
    desk.receiver.answer = failWith(500);
    await desk.happen();
    await deliverAll(desk.engine);
    desk.receiver.answer = failWith(200);
    desk.receiver.posts.length = 0;
    await desk.happen();
    await desk.happen();
    await desk.happen(randomUUID());
    expect(await deliverAll(desk.engine)).toBe(1);
    await desk.later(RETRY_DELAYS_MS[0] ?? 0);
    expect(await deliverAll(desk.engine)).toBe(3);
    const ids = desk.receiver.posts.slice(1).map(({ id }) => id);
    const bySeq = await desk.db.query<{ id: string }>(
      'SELECT id FROM webhook_message WHERE endpoint_id = $1 AND subject_id = $2 ORDER BY seq',
      [desk.target.endpointId, desk.offer.productId],
    );
    expect(ids).toEqual(bySeq.map(({ id }) => id));
  });

  test('lets an endpoint have four messages under way, beside those of another endpoint', async () => {
    const other = await desk.newEndpoint(`${desk.receiver.url}/other`);
    for (let number = 0; number < 6; number += 1) await desk.happen(randomUUID());
    const claimed = await claimMessages(desk.db, 64);
    const of = (endpointId: string) => claimed.filter((message) => message.endpointId === endpointId).length;
    expect([of(desk.target.endpointId), of(other.endpointId)]).toEqual([4, 4]);
    expect(await claimMessages(desk.db, 64)).toEqual([]);
  });

  test('passes the message of a dead worker to another worker after a minute', async () => {
    await desk.happen();
    const [lost] = await claimMessages(desk.db, 1);
    expect(lost).toBeDefined();
    await desk.later(30_000);
    expect(await deliverAll(desk.engine)).toBe(0);
    await desk.later(31_000);
    expect(await deliverAll(desk.engine)).toBe(1);
    // The first worker was not dead, so the receiver gets the same id twice and drops one.
    if (lost) await deliver(desk.engine, lost);
    expect(new Set(desk.receiver.posts.map(({ id }) => id)).size).toBe(1);
    expect(await desk.states()).toEqual(['delivered']);
  });

  test('lets a worker end without waiting for a receiver, and another one send its message', async () => {
    desk.receiver.answer = () => {};
    await desk.happen();
    const worker = startWebhooks(desk.engine);
    await expect.poll(() => desk.receiver.posts.length).toBe(1);
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await desk.messages()).toMatchObject([{ state: 'waiting', tries: [] }]);
    desk.receiver.answer = failWith(200);
    expect(await deliverAll(desk.engine)).toBe(1);
    expect(await desk.states()).toEqual(['delivered']);
  });

  test('pauses an endpoint as long as Retry-After says', async () => {
    desk.receiver.answer = failWith(429, { 'retry-after': '120' });
    await desk.happen();
    await deliverAll(desk.engine);
    desk.receiver.answer = failWith(200);
    await desk.happen(randomUUID());
    await desk.later(60_000);
    expect(await deliverAll(desk.engine)).toBe(0);
    await desk.later(60_000);
    expect(await deliverAll(desk.engine)).toBe(2);
  });
});

describe('the end of an endpoint', () => {
  test('comes at once with 410, and the merchant is told', async () => {
    desk.receiver.answer = failWith(410);
    await desk.happen();
    await desk.happen(randomUUID());
    await deliverAll(desk.engine);
    expect(await readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).toMatchObject({
      disabledReason: 'gone',
      waiting: 0,
    });
    expect(await desk.alerts()).toEqual(['webhook_disabled']);
    await desk.happen();
    expect(await desk.states()).toEqual(['failed', 'failed']); // no messages are recorded for a disabled endpoint
    await enableEndpoint(desk.engine, desk.target);
    expect(await desk.alerts()).toEqual([]);
  });

  async function failForThreeDays(between: () => Promise<void> = async () => {}): Promise<void> {
    for (const delay of RETRY_DELAYS_MS) {
      await desk.later(delay);
      await between();
      await deliverAll(desk.engine);
    }
  }

  test('comes after three days without a delivery, and its missed messages can be sent again', async () => {
    desk.receiver.answer = failWith(503);
    await desk.happen();
    await deliverAll(desk.engine);
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
    await deliverAll(desk.engine);
    expect(await desk.states()).toEqual(['delivered', 'delivered']);
    expect(desk.receiver.posts).toHaveLength(2);
  });

  test('does not come when one message is refused and others are delivered, and that message fails alone', async () => {
    const refused = { id: '' };
    desk.receiver.answer = (post, response) => {
      refused.id ||= post.id;
      response.writeHead(post.id === refused.id ? 400 : 200).end();
    };
    await desk.happen();
    await deliverAll(desk.engine);
    await desk.happen();
    await failForThreeDays(() => desk.happen(randomUUID()));
    expect((await readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).disabledAt).toBeNull();
    expect(await desk.alerts()).toEqual(['webhook_failed']);
    expect((await desk.messages({ failed: true })).map(({ id }) => id)).toEqual([refused.id]);
    expect((await desk.states()).filter((state) => state === 'delivered')).toHaveLength(RETRY_DELAYS_MS.length + 1);
  });

  test('leaves one state when it is disabled, enabled or removed during an attempt', async () => {
    await desk.happen();
    const [taken] = await claimMessages(desk.db, 1);
    await disableEndpoint(desk.engine, desk.target);
    if (taken) await deliver(desk.engine, taken);
    expect(await desk.states()).toEqual(['delivered']); // the delivery counts although the endpoint was disabled meanwhile
    await enableEndpoint(desk.engine, desk.target);
    await desk.happen();
    desk.receiver.answer = (_, response) =>
      void removeEndpoint(desk.engine, desk.target).then(() => response.writeHead(200).end());
    await deliverAll(desk.engine);
    await expect(readEndpoint(desk.db, desk.target.storeId, desk.target.endpointId)).rejects.toThrow(/no such webhook/);
    const left = await desk.db.query('SELECT 1 FROM webhook_message WHERE endpoint_id = $1', [desk.target.endpointId]);
    expect(left).toEqual([]);
  });

  test('leaves finished messages for 30 days, and waiting ones longer', async () => {
    await desk.happen();
    await deliverAll(desk.engine);
    await desk.later(29 * 86_400_000);
    await pruneWebhooks(desk.engine);
    expect(await desk.states()).toEqual(['delivered']);
    await desk.happen();
    await desk.later(2 * 86_400_000);
    await pruneWebhooks(desk.engine);
    expect(await desk.states()).toEqual(['waiting']);
  });
});
