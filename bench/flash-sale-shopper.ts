import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { testCardToken } from '../src/protocol/wire/test-cards.ts';
import { checkoutRequest, type Offer } from '../test/support/core.ts';

/** What a shopper was told, and after how many milliseconds. */
export type Answer = { status: number; body: string; ms: number };

type Checkout = { id: string; secret: string; total: number };
type Asked = { port: number; path: string; body?: object | undefined; secret?: string | undefined };

const agent = new Agent({ keepAlive: true, maxSockets: 1_100 });
let shoppers = 0;

/** Holds a unit as a shopper from an address of their own. */
export function holdOver(port: number, offer: Offer): Promise<Answer> {
  return ask({ port, path: '/frames/1/api/checkouts', body: checkoutRequest(offer) });
}

/** Holds a unit, pays and places the pre-order; the answer is that of the payment, or of the hold that was refused. */
export async function buyOver(port: number, offer: Offer): Promise<Answer> {
  const held = await holdOver(port, offer);
  if (held.status !== 201) return held;
  const { id, secret, total } = (JSON.parse(held.body) as { data: Checkout }).data;
  const token = testCardToken('4242424242424242');
  const body = { token, termsAccepted: true, marketingConsent: false, total };
  return ask({ port, path: `/frames/1/api/checkouts/${id}/payments`, body, secret });
}

/** Asks for what is left of a product. */
export function readOver(port: number, storeKey: string, productId: string): Promise<Answer> {
  return ask({ port, path: `/api/v1/availability?api_key=${storeKey}&product_id=${productId}` });
}

/** Asks once. Of the answers above 499 only a 503 that says when to come again is one; any other fails. */
function ask({ port, path, body, secret }: Asked): Promise<Answer> {
  shoppers += 1;
  const from = `2001:db8:${(shoppers >> 16).toString(16)}:${(shoppers & 65_535).toString(16)}::1`;
  const sent = body && JSON.stringify(body);
  const headers = {
    'x-forwarded-for': from,
    ...(sent && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(sent),
      'idempotency-key': randomUUID(),
    }),
    ...(secret && { authorization: `Bearer ${secret}` }),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(
      { port, path, host: '127.0.0.1', method: body ? 'POST' : 'GET', headers, agent },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          if (status >= 500 && (status !== 503 || !answer.headers['retry-after']))
            return reject(new Error(`${status} without Retry-After: ${text.slice(0, 300)}`));
          resolve({ status, body: text, ms: performance.now() - began });
        });
      },
    );
    // A kept connection may have been closed for its idleness at the moment that it was used again: nothing was asked then.
    asking.on('error', (error) => (asking.reusedSocket ? resolve(ask({ port, path, body, secret })) : reject(error)));
    asking.end(sent);
  });
}
