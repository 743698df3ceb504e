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
import { shiftClock } from '../../support/core.ts';
import { failWith, useWebhookFixture } from '../../support/webhook-fixture.ts';
import { deliverAll, startReceiver } from '../../support/webhooks.ts';

const fixture = useWebhookFixture();

describe('a failed attempt', () => {
  test('is repeated as planned with the same id and body, until it is delivered', async () => {
    fixture.receiver.answer = failWith(500);
    await fixture.happen();
    expect(await deliverAll(fixture.core)).toBe(1);
    expect(await deliverAll(fixture.core)).toBe(0); // not due yet
    for (const delay of RETRY_DELAYS_MS.slice(0, 3)) {
      await shiftClock(fixture.db, delay / 1_000 - 1);
      expect(await deliverAll(fixture.core)).toBe(0);
      await shiftClock(fixture.db, 2);
      expect(await deliverAll(fixture.core)).toBe(1);
    }
    fixture.receiver.answer = failWith(200);
    await fixture.later(RETRY_DELAYS_MS[3] ?? 0);
    expect(await deliverAll(fixture.core)).toBe(1);
    expect(new Set(fixture.receiver.posts.map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
    const [message] = await fixture.messages();
    expect(message).toMatchObject({ state: 'delivered', dueAt: null });
    expect(message?.tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
    expect(message?.tries[0]).toMatchObject({ failure: 'It answered 500.', answer: 'not now' });
    expect(await fixture.alerts()).toEqual([]);
  });

  test.each([301, 302, 307, 400, 404, 429, 502])('counts any answer but 2xx, such as %i', async (status) => {
    fixture.receiver.answer = failWith(status, { location: `${fixture.receiver.url}/elsewhere` });
    await fixture.happen();
    await deliverAll(fixture.core);
    expect(await fixture.states()).toEqual(['waiting']);
    expect(fixture.receiver.posts.map(({ path }) => path)).toEqual(['/hooks']); // redirects are not followed
  });

  test('counts a time-out and a refused connection', async () => {
    fixture.receiver.answer = () => {};
    const outgoing = createOutgoingHttp({ privateTargets: true, timeoutMs: 50 });
    await fixture.happen();
    await deliverAll({ ...fixture.core, outgoing });
    await fixture.receiver.close();
    await fixture.later(RETRY_DELAYS_MS[0] ?? 0);
    await deliverAll(fixture.core);
    const [message] = await fixture.messages();
    expect(message?.tries.map(({ failure }) => failure)).toEqual([
      'There was no answer within 0.05 s.',
      'The connection failed (ECONNREFUSED).',
    ]);
    fixture.receiver = await startReceiver();
  });

  test('does not count a slow answer, which delivers the message', async () => {
    fixture.receiver.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 300);
    await fixture.happen();
    await deliverAll(fixture.core);
    expect(await fixture.states()).toEqual(['delivered']);
    expect(await deliverAll(fixture.core)).toBe(0);
  });

  test('counts a private target, even if private targets were allowed when the endpoint was created', async () => {
    await fixture.happen();
    await deliverAll({ ...fixture.core, outgoing: createOutgoingHttp({ privateTargets: false }) });
    expect(fixture.receiver.posts).toEqual([]);
    const [message] = await fixture.messages();
    expect(message?.tries).toMatchObject([
      { status: null, failure: '127.0.0.1 is not an address of the public internet.' },
    ]);
  });

  test('stores as much of a binary or long answer as fits', async () => {
    fixture.receiver.answer = (_, response) => response.writeHead(500).end(Buffer.from([0, 0xff, 0xc3, 0x28, 0, 65]));
    await fixture.happen();
    await deliverAll(fixture.core);
    fixture.receiver.answer = (_, response) => response.writeHead(500).end('x'.repeat(100_000));
    await fixture.later(RETRY_DELAYS_MS[0] ?? 0);
    await deliverAll(fixture.core);
    const [message] = await fixture.messages();
    expect(message?.tries.map(({ answer }) => answer.length)).toEqual([4, 1_024]);
  });
});

describe('the order of messages', () => {
  test('makes messages of a subject wait behind a failed one, and not those of other subjects', async () => {
    fixture.receiver.answer = failWith(500);
    await fixture.happen();
    await deliverAll(fixture.core);
    fixture.receiver.answer = failWith(200);
    fixture.receiver.posts.length = 0;
    await fixture.happen();
    await fixture.happen();
    await fixture.happen(randomUUID());
    expect(await deliverAll(fixture.core)).toBe(1);
    await fixture.later(RETRY_DELAYS_MS[0] ?? 0);
    expect(await deliverAll(fixture.core)).toBe(3);
    const ids = fixture.receiver.posts.slice(1).map(({ id }) => id);
    const bySeq = await fixture.db.query<{ id: string }>(
      'SELECT id FROM webhook_message WHERE endpoint_id = $1 AND subject_id = $2 ORDER BY seq',
      [fixture.target.endpointId, fixture.offer.productId],
    );
    expect(ids).toEqual(bySeq.map(({ id }) => id));
  });

  test('lets an endpoint have four messages under way, beside those of another endpoint', async () => {
    const other = await fixture.newEndpoint(`${fixture.receiver.url}/other`);
    for (let number = 0; number < 6; number += 1) await fixture.happen(randomUUID());
    const claimed = await claimMessages(fixture.db, 64);
    const of = (endpointId: string) => claimed.filter((message) => message.endpointId === endpointId).length;
    expect([of(fixture.target.endpointId), of(other.endpointId)]).toEqual([4, 4]);
    expect(await claimMessages(fixture.db, 64)).toEqual([]);
  });

  test('passes the message of a dead worker to another worker after a minute', async () => {
    await fixture.happen();
    const [lost] = await claimMessages(fixture.db, 1);
    expect(lost).toBeDefined();
    await fixture.later(30_000);
    expect(await deliverAll(fixture.core)).toBe(0);
    await fixture.later(31_000);
    expect(await deliverAll(fixture.core)).toBe(1);
    // The first worker was not dead, so the receiver gets the same id twice and drops one.
    if (lost) await deliver(fixture.core, lost);
    expect(new Set(fixture.receiver.posts.map(({ id }) => id)).size).toBe(1);
    expect(await fixture.states()).toEqual(['delivered']);
  });

  test('lets a worker end without waiting for a receiver, and another one send its message', async () => {
    fixture.receiver.answer = () => {};
    await fixture.happen();
    const worker = startWebhooks(fixture.core);
    await expect.poll(() => fixture.receiver.posts.length).toBe(1);
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await fixture.messages()).toMatchObject([{ state: 'waiting', tries: [] }]);
    fixture.receiver.answer = failWith(200);
    expect(await deliverAll(fixture.core)).toBe(1);
    expect(await fixture.states()).toEqual(['delivered']);
  });

  test('pauses an endpoint as long as Retry-After says', async () => {
    fixture.receiver.answer = failWith(429, { 'retry-after': '120' });
    await fixture.happen();
    await deliverAll(fixture.core);
    fixture.receiver.answer = failWith(200);
    await fixture.happen(randomUUID());
    await fixture.later(60_000);
    expect(await deliverAll(fixture.core)).toBe(0);
    await fixture.later(60_000);
    expect(await deliverAll(fixture.core)).toBe(2);
  });
});

describe('the end of an endpoint', () => {
  test('comes at once with 410, and the merchant is told', async () => {
    fixture.receiver.answer = failWith(410);
    await fixture.happen();
    await fixture.happen(randomUUID());
    await deliverAll(fixture.core);
    expect(await readEndpoint(fixture.db, fixture.target.storeId, fixture.target.endpointId)).toMatchObject({
      disabledReason: 'gone',
      waiting: 0,
    });
    expect(await fixture.alerts()).toEqual(['webhook_disabled']);
    await fixture.happen();
    expect(await fixture.states()).toEqual(['failed', 'failed']); // no messages are recorded for a disabled endpoint
    await enableEndpoint(fixture.core, fixture.target);
    expect(await fixture.alerts()).toEqual([]);
  });

  async function failForThreeDays(between: () => Promise<void> = async () => {}): Promise<void> {
    for (const delay of RETRY_DELAYS_MS) {
      await fixture.later(delay);
      await between();
      await deliverAll(fixture.core);
    }
  }

  test('comes after three days without a delivery, and its missed messages can be sent again', async () => {
    fixture.receiver.answer = failWith(503);
    await fixture.happen();
    await deliverAll(fixture.core);
    await fixture.happen();
    await failForThreeDays();
    expect(fixture.receiver.posts).toHaveLength(RETRY_DELAYS_MS.length + 1);
    expect((await readEndpoint(fixture.db, fixture.target.storeId, fixture.target.endpointId)).disabledReason).toBe(
      'failing',
    );
    expect(await fixture.alerts()).toEqual(['webhook_disabled']);
    expect(await fixture.states()).toEqual(['failed', 'failed']);
    await expect(resend(fixture.core, fixture.target, { messageId: null })).rejects.toThrow(/disabled/);

    fixture.receiver.answer = failWith(200);
    fixture.receiver.posts.length = 0;
    await enableEndpoint(fixture.core, fixture.target);
    expect(await resend(fixture.core, fixture.target, { messageId: null })).toBe(2);
    await deliverAll(fixture.core);
    expect(await fixture.states()).toEqual(['delivered', 'delivered']);
    expect(fixture.receiver.posts).toHaveLength(2);
  });

  test('does not come when one message is refused and others are delivered, and that message fails alone', async () => {
    const refused = { id: '' };
    fixture.receiver.answer = (post, response) => {
      refused.id ||= post.id;
      response.writeHead(post.id === refused.id ? 400 : 200).end();
    };
    await fixture.happen();
    await deliverAll(fixture.core);
    await fixture.happen();
    await failForThreeDays(() => fixture.happen(randomUUID()));
    expect((await readEndpoint(fixture.db, fixture.target.storeId, fixture.target.endpointId)).disabledAt).toBeNull();
    expect(await fixture.alerts()).toEqual(['webhook_failed']);
    expect((await fixture.messages({ failed: true })).map(({ id }) => id)).toEqual([refused.id]);
    expect((await fixture.states()).filter((state) => state === 'delivered')).toHaveLength(RETRY_DELAYS_MS.length + 1);
  });

  test('leaves one state when it is disabled, enabled or removed during an attempt', async () => {
    await fixture.happen();
    const [taken] = await claimMessages(fixture.db, 1);
    await disableEndpoint(fixture.core, fixture.target);
    if (taken) await deliver(fixture.core, taken);
    expect(await fixture.states()).toEqual(['delivered']); // the delivery counts although the endpoint was disabled meanwhile
    await enableEndpoint(fixture.core, fixture.target);
    await fixture.happen();
    fixture.receiver.answer = (_, response) =>
      void removeEndpoint(fixture.core, fixture.target).then(() => response.writeHead(200).end());
    await deliverAll(fixture.core);
    await expect(readEndpoint(fixture.db, fixture.target.storeId, fixture.target.endpointId)).rejects.toThrow(
      /no such webhook/,
    );
    const left = await fixture.db.query('SELECT 1 FROM webhook_message WHERE endpoint_id = $1', [
      fixture.target.endpointId,
    ]);
    expect(left).toEqual([]);
  });

  test('leaves finished messages for 30 days, and waiting ones longer', async () => {
    await fixture.happen();
    await deliverAll(fixture.core);
    await fixture.later(29 * 86_400_000);
    await pruneWebhooks(fixture.core);
    expect(await fixture.states()).toEqual(['delivered']);
    await fixture.happen();
    await fixture.later(2 * 86_400_000);
    await pruneWebhooks(fixture.core);
    expect(await fixture.states()).toEqual(['waiting']);
  });
});
