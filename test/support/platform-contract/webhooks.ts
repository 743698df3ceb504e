import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PlatformUnderTest } from './under-test.ts';

const CHANGE = { what: 'product', id: '501' } as const;
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export function webhookContract(open: () => Promise<PlatformUnderTest>): void {
  const now = new Date('2030-05-01T09:00:00Z');

  test('says what a genuine webhook is about, with an id that is its own', async () => {
    const { platform, webhook, secret } = await open();
    const read = () => platform.readWebhook({ ...webhook(CHANGE, { secret, at: now }), secrets: [secret], now });
    const [one, other] = [read(), read()];
    expect(one).toMatchObject({ kind: 'genuine', changes: [CHANGE] });
    expect(one.kind === 'genuine' && other.kind === 'genuine' && one.id !== other.id && one.id !== '').toBe(true);
  });

  test('says the same id of a webhook that comes again', async () => {
    const { platform, webhook, secret } = await open();
    const sent = webhook(CHANGE, { secret, at: now });
    const read = () => platform.readWebhook({ ...sent, secrets: [secret], now });
    expect(read()).toEqual(read());
  });

  test('takes either of two secrets during a rotation', async () => {
    const { platform, webhook, secret } = await open();
    const next = newSecret();
    for (const signing of [secret, next]) {
      const sent = webhook(CHANGE, { secret: signing, at: now });
      expect(platform.readWebhook({ ...sent, secrets: [next, secret], now }).kind).toBe('genuine');
    }
  });

  test('refuses what somebody else signed, changed, or did not sign', async () => {
    const { platform, webhook, secret } = await open();
    const sent = webhook(CHANGE, { secret, at: now });
    const forged = webhook(CHANGE, { secret: newSecret(), at: now });
    const changed = { ...sent, body: Buffer.from(sent.body.toString('utf8').replace('501', '502')) };
    const spaced = { ...sent, body: Buffer.concat([sent.body, Buffer.from(' ')]) };
    for (const one of [forged, changed, spaced, { ...sent, headers: {} }]) {
      expect(platform.readWebhook({ ...one, secrets: [secret], now }).kind).toBe('refused');
    }
    expect(platform.readWebhook({ ...sent, secrets: [], now }).kind).toBe('refused');
  });
}

/** Of platforms whose signature covers the time. */
export function replayContract(open: () => Promise<PlatformUnderTest>): void {
  test('refuses a webhook of an hour ago, and one from the future', async () => {
    const { platform, webhook, secret } = await open();
    for (const at of ['2030-05-01T08:00:00Z', '2030-05-01T10:00:00Z']) {
      const sent = webhook(CHANGE, { secret, at: new Date(at) });
      const now = new Date('2030-05-01T09:00:00Z');
      expect(platform.readWebhook({ ...sent, secrets: [secret], now }).kind).toBe('refused');
    }
  });
}
