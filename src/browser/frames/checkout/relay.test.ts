import { afterEach, expect, test, vi } from 'vitest';
import { createRelay } from './relay.ts';

const FACTS = { key: 'pk', relay: 'r'.repeat(44), releaseId: '1' };
const CHECKOUT = { id: 'c', secret: 's' };

afterEach(() => vi.unstubAllGlobals());

/** A page whose requests are answered as `answer` says. */
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

test('what waits for an earlier answer is sent when the shopper leaves, and once', () => {
  const { sent, leave } = openPage(() => new Promise(() => {}));
  const relay = createRelay(FACTS);
  relay({ name: 'PreorderCheckoutSubmitted', payload: {} } as never, CHECKOUT);
  relay({ name: 'PreorderCreated', payload: {} } as never, CHECKOUT);
  expect(sent).toEqual([['PreorderCheckoutSubmitted']]);
  leave();
  leave();
  expect(sent).toEqual([['PreorderCheckoutSubmitted'], ['PreorderCreated']]);
});
