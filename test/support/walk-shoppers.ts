import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { testCardToken } from '../../src/protocol/wire/test-cards.ts';
import { checkoutRequest, type Offer } from './core.ts';

type Answer = { status: number; body: string };
export type WalkReport = {
  asked: number;
  share: number;
  /** The longest time without a purchase. */
  silentMs: number;
  faults: string[];
};

/** Shoppers who buy through a proxy with TLS, each time from an address and over a connection of their own. */
export type WalkShoppers = {
  /** The references that they were told. */
  told: string[];
  /** Asks `port` in place of that of the proxy. */
  send(path: string, asking?: { body?: object; secret?: string; port?: number }): Promise<Answer>;
  hold(offer: Offer, port?: number): Promise<Answer>;
  buy(offer: Offer): Promise<void>;
  /** Lets some buy and look while `work` is done. Resolves with the share of requests without a right answer. */
  buyWhile(offer: Offer, work: () => Promise<unknown>): Promise<WalkReport>;
};

const COUNT = 4;

export function walkShoppers(site: { host: string; port: number }): WalkShoppers {
  const told: string[] = [];
  const send: WalkShoppers['send'] = (path, { body, secret, port = site.port } = {}) => {
    const headers = {
      host: `${site.host}:${site.port}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(secret && { authorization: `Bearer ${secret}` }),
    };
    const localAddress = `127.0.${Math.ceil(Math.random() * 250)}.${Math.ceil(Math.random() * 250)}`;
    const options = {
      method: body ? 'POST' : 'GET',
      headers,
      localAddress,
      agent: new Agent(),
      rejectUnauthorized: false,
    };
    return new Promise((resolve, reject) => {
      const sent = request(`https://127.0.0.1:${port}${path}`, options, (answer) =>
        text(answer).then((all) => resolve({ status: answer.statusCode ?? 0, body: all }), reject),
      );
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  };
  const hold: WalkShoppers['hold'] = (offer, port = site.port) =>
    send('/frames/1/api/checkouts', { body: checkoutRequest(offer), port });

  async function buy(offer: Offer): Promise<void> {
    const { id, secret, total } = dataOf(await hold(offer));
    const body = { token: testCardToken('4242424242424242'), termsAccepted: true, marketingConsent: false, total };
    const { checkout } = dataOf(await send(`/frames/1/api/checkouts/${id}/payments`, { body, secret }));
    told.push(checkout.preorder.reference);
  }
  const look = async () => expect((await send('/api/v1/service.js')).status).toBe(200);

  return {
    told,
    send,
    hold,
    buy,
    async buyWhile(offer, work) {
      let over = false;
      let asked = 0;
      const faults: string[] = [];
      const bought = watchSilence();
      const buyOne = () => buy(offer).then(bought);
      const shop = async () => {
        while (!over) {
          for (const act of [buyOne, buyOne, look]) {
            asked += 1;
            await act().catch((error: Error) => faults.push(error.message.slice(0, 200)));
          }
          await sleep(50);
        }
      };
      const all = Promise.all(Array.from({ length: COUNT }, shop));
      await work().finally(() => {
        over = true;
      });
      await all;
      return { asked, share: faults.length / asked, silentMs: bought(), faults: faults.slice(0, 5) };
    },
  };
}

/** Each call of the result is a purchase. It returns the longest time between two so far, in milliseconds. */
function watchSilence(): () => number {
  let longestMs = 0;
  let boughtAt = performance.now();
  return () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - boughtAt);
    boughtAt = now;
    return longestMs;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of two routes
function dataOf({ status, body }: Answer): any {
  expect(status, body).toBeLessThan(300);
  return JSON.parse(body).data;
}
