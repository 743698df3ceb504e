import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createPlatformHttp } from '../../src/integrations/commerce/http.ts';
import type { PlatformKind } from '../../src/integrations/commerce/port.ts';
import { createOutgoingHttp } from '../../src/platform/outgoing-http.ts';
import { createFaultyWay } from './platform-contract/faulty-way.ts';
import type { PlatformUnderTest } from './platform-contract/under-test.ts';

type ServerAccess = { url: string; key: string; deadKey: string; currency: string };

/** Opens the adapter of a platform whose own server runs, over a way on which things go wrong. */
export async function openOnServer(kind: PlatformKind, given: ServerAccess): Promise<Omit<PlatformUnderTest, 'hand'>> {
  const { origin, pathname } = new URL(given.url);
  const way = await createFaultyWay(origin);
  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: true }),
    takeTurns: async () => 0,
    pace: { of: 'test', perSecond: 1_000 },
    random: () => 0.5,
    sleep: async () => {},
    timeoutMs: 10_000, // a machine that does other things answers late
  });
  const secret = newWebhookSecret();
  const openWith = (key: string) => {
    const settings = { url: `${way.url}${pathname}`, key, webhook_secret: secret };
    return kind.open(settings, { http, currency: given.currency, now: () => new Date() });
  };
  return {
    platform: openWith(given.key),
    withDeadCredentials: openWith(given.deadKey),
    way,
    currency: given.currency,
    secret,
    webhook(change, signing) {
      const body = JSON.stringify({ changes: [change] });
      const id = `msg_${randomBytes(8).toString('hex')}`;
      const signature = new Webhook(signing.secret).sign(id, signing.at, body);
      const time = String(Math.floor(signing.at.getTime() / 1_000));
      const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
      return { body: Buffer.from(body), headers };
    },
    close: () => way.close(),
  };
}

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
