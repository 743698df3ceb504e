import { afterEach, expect, test, vi } from 'vitest';
import { createRelay } from './relay.ts';

const FACTS = { key: 'pk', relay: 'r'.repeat(44), releaseId: '1' };
const CHECKOUT = { id: 'c', secret: 's' };

afterEach(() => vi.unstubAllGlobals());

/** Stubs a page whose requests get their response from `answer`. */
function openPage(answer: () => Promise<Response>) {
  const page = new EventTarget();
  const sent: string[][] = [];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', (_address: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    expect(keepalive).toBe(true);
    sent.push(JSON.parse(body).events.map(({ name }: { name: string }) => name));
    return answer();
  });
  return { sent, leave: () => page.dispatchEvent(new Event('pagehide')) };
}

test('events that wait for an earlier answer are sent once when the shopper leaves', () => {
  const { sent, leave } = openPage(() => new Promise(() => {}));
  const relay = createRelay(FACTS);
  relay({ name: 'PreorderCheckoutSubmitted', payload: {} } as never, CHECKOUT);
  relay({ name: 'PreorderCreated', payload: {} } as never, CHECKOUT);
  expect(sent).toEqual([['PreorderCheckoutSubmitted']]);
  leave();
  leave();
  expect(sent).toEqual([['PreorderCheckoutSubmitted'], ['PreorderCreated']]);
});

test('events are sent where the browser blocks channels together with storage', () => {
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const { sent } = openPage(async () => new Response('{"data":null}'));
  createRelay(FACTS)({ name: 'PreorderCheckoutSubmitted', payload: {} } as never, CHECKOUT);
  expect(sent).toEqual([['PreorderCheckoutSubmitted']]);
});
