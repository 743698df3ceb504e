import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { FromStatus } from '../../../protocol/wire/frame-messages.ts';
import { saveAddress, startAddress } from './addressing.ts';
import { createApi } from './api.ts';
import { confirm, startCancelling } from './cancelling.ts';
import { leave, sendManageLink } from './details.ts';
import { back, createReceive, lookUp, lookUpAnother, open, write } from './reading.ts';
import { type Context, createContext } from './state.ts';
import { sendMessage, startWriting, writeMessage } from './writing.ts';

// Answers that come once the shopper has left the screen that asked. The network holds each answer until the test gives it.

const line = { id: 'line-1', state: 'placed', properties: [], cancel: { refund: 100, release: 0, kept: 0 } };
const preorder = (reference: string, changes: object = {}) =>
  ({ reference, masked: false, lines: [line], ...changes }) as unknown as StatusPreorder;
const FORM = { country: 'Germany', rows: [], labels: {}, required: [], problems: {}, regions: null, address: {} };

let context: Context;
let sent: FromStatus[];
let held: Map<string, (response: Response) => void>;
let asked: string[];
let sessions: (string | undefined)[];

beforeEach(() => {
  sent = [];
  held = new Map();
  asked = [];
  sessions = [];
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    sessions.push(headers.Authorization);
    const path = url.replace('/frames/1/api/status', '').replace(/[?&]key=pk$/, '');
    asked.push(path);
    // A browser may have the answer already when the request is aborted, so the signal ends nothing here.
    return new Promise<Response>((resolve) => held.set(path, resolve));
  });
  const store = { key: 'pk', name: 'North & Pine' } as unknown as Context['store'];
  const send = (message: FromStatus) => sent.push(message);
  context = createContext({
    store,
    locale: 'en',
    alone: false,
    hasOne: false,
    t: (key) => key,
    api: createApi('pk', 'en'),
    send,
  });
  context.set({ preorders: [preorder('PO-1'), preorder('PO-2')] });
});
afterEach(() => vi.unstubAllGlobals());

const give = (path: string, data: unknown) => held.get(path)?.(new Response(JSON.stringify({ data })));
const refuse = (path: string, code: string) =>
  held.get(path)?.(new Response(JSON.stringify({ error: { code } }), { status: 400 }));
const timesAsked = (path: string) => asked.filter((each) => each === path).length;

/** Resolves once everything has happened that the answers given so far bring about. */
async function settled(): Promise<void> {
  const last = context.api.more('last', new AbortController().signal);
  give('/preorders?after=last', {});
  await last;
  // What waits for an earlier answer runs before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}

async function giveLate(path: string, data: unknown): Promise<void> {
  expect(held.has(path)).toBe(true);
  give(path, data);
  await settled();
}

test('what was asked on the screen of one pre-order does not act on that of another', async () => {
  open(context, 'PO-1');
  void startAddress(context);
  back(context);
  open(context, 'PO-2');
  const before = context.state();
  await giveLate('/preorders/PO-1/address', FORM);
  expect(context.state()).toBe(before);
});

test('nor does it act on the same pre-order when that was opened again', async () => {
  open(context, 'PO-1');
  void startAddress(context);
  back(context);
  open(context, 'PO-1');
  const before = context.state();
  await giveLate('/preorders/PO-1/address', FORM);
  expect(context.state()).toBe(before);
});

test('an answer that comes while its screen is shown acts on it', async () => {
  open(context, 'PO-1');
  void startAddress(context);
  await giveLate('/preorders/PO-1/address', FORM);
  expect(context.state().screen).toMatchObject({ name: 'address', form: FORM, busy: null });
});

test('a request of the left screen does not keep the next screen busy', async () => {
  context.enter({ name: 'guest', form: { reference: 'PO-1', place: '10115' }, errors: {} });
  void lookUp(context);
  expect(context.state().screen.busy).toBe('begin');
  lookUpAnother(context);
  expect(context.state().screen.busy).toBeNull();
  write(context, 'reference', 'PO-2');
  await giveLate('/look-ups', { preorder: preorder('PO-1'), session: 's', sessionMsLeft: 1 });
  expect(context.state().screen).toMatchObject({ name: 'guest', form: { reference: 'PO-2' } });
});

test('a cancellation whose form was left is known and announced, and leaves the screen and the focus alone', async () => {
  open(context, 'PO-1');
  startCancelling(context);
  void confirm(context);
  leave(context);
  const { screen, focus } = context.state();
  const now = preorder('PO-1', { state: 'cancelled' });
  await giveLate('/preorders/PO-1/cancel', now);
  expect(context.state()).toMatchObject({ preorders: [now, preorder('PO-2')], announcement: 'cancelled.title' });
  expect(context.state().screen).toBe(screen);
  expect(context.state().focus).toBe(focus);
  const payload = { preorderReference: 'PO-1', lineItemIds: ['line-1'] };
  expect(sent).toEqual([{ t: 'event', name: 'PreorderCancelled', payload }]);
});

test('a form that was left while it was being saved does not come back', async () => {
  open(context, 'PO-1');
  const screen = context.shown('preorder');
  if (!screen) throw new Error('the pre-order is not shown');
  context.enter({ name: 'address', from: screen, form: FORM as never, errors: {} });
  void saveAddress(context);
  leave(context);
  back(context);
  await giveLate('/preorders/PO-1/address', { preorder: preorder('PO-1', { product: 'Moved' }), changed: true });
  expect(context.state().screen).toMatchObject({ name: 'list', problem: null });
  expect(context.state().preorders[0]).toMatchObject({ product: 'Moved' });
});

test('a token counts until the page sends the next', async () => {
  const receive = createReceive(context);
  receive({ t: 'open', mode: 'logged_in', token: 'first' });
  const first = held.get('/sessions');
  receive({ t: 'open', mode: 'logged_in', token: 'second' });
  const page = (reference: string) => ({ preorders: [preorder(reference)], after: null });
  give('/sessions', { session: 's2', sessionMsLeft: null, page: page('PO-22') });
  first?.(new Response(JSON.stringify({ data: { session: 's1', sessionMsLeft: null, page: page('PO-11') } })));
  await settled();
  expect(context.state().preorders.map(({ reference }) => reference)).toEqual(['PO-22']);
  open(context, 'PO-22');
  expect(sessions.at(-1)).toBe('Bearer s2');
});

test('a message whose form is opened again meanwhile is sent once, and the form then closes', async () => {
  const path = '/preorders/PO-1/messages';
  open(context, 'PO-1');
  startWriting(context);
  writeMessage(context, 'Can it be blue?');
  void sendMessage(context);
  leave(context);
  expect(context.state().screen).toMatchObject({ name: 'preorder', busy: null });
  startWriting(context);
  expect(context.state().screen).toMatchObject({ name: 'write', busy: 'write' });
  void sendMessage(context);
  await giveLate(path, {});
  expect(timesAsked(path)).toBe(1);
  expect(context.state()).toMatchObject({
    message: '',
    screen: { name: 'preorder', note: { title: 'written.title' } },
  });
});

test('a message that was refused meanwhile is still in the form that was opened again, which says so', async () => {
  const path = '/preorders/PO-1/messages';
  open(context, 'PO-1');
  startWriting(context);
  writeMessage(context, 'Can it be blue?');
  void sendMessage(context);
  leave(context);
  startWriting(context);
  refuse(path, 'rate_limited');
  await settled();
  const problem = { title: 'write.often.title' };
  expect(context.state()).toMatchObject({ message: 'Can it be blue?', screen: { name: 'write', busy: null, problem } });
  void sendMessage(context);
  expect(timesAsked(path)).toBe(2);
});

const cancelAgain = () => {
  startCancelling(context);
  void confirm(context);
};
const confirmAgain = () => {
  startWriting(context); // a guest has to confirm first
  void sendManageLink(context);
};

test.each([
  { link: 'cancels', path: '/preorders/PO-1/links', again: cancelAgain },
  { link: 'opens the pre-order', path: '/preorders/PO-1/manage-links', again: confirmAgain },
])(
  'a link that $link is requested once, also by a guest who comes back to the form at once',
  async ({ path, again }) => {
    context.set({ preorders: [preorder('PO-1', { masked: true })] });
    open(context, 'PO-1');
    again();
    leave(context);
    again();
    expect(timesAsked(path)).toBe(1);
    leave(context);
    await giveLate(path, { email: 'a…@mail.example', minutes: 60 });
    expect(context.state()).toMatchObject({ announcement: 'sent.title', screen: { name: 'preorder', busy: null } });
    again();
    expect(timesAsked(path)).toBe(2);
  },
);

test('a link that was mailed after its form was left is waited for', async () => {
  context.set({ preorders: [preorder('PO-1', { masked: true })] });
  open(context, 'PO-1');
  startCancelling(context);
  void confirm(context);
  leave(context);
  await giveLate('/preorders/PO-1/links', { email: 'a…@mail.example', minutes: 60 });
  expect(context.state().sent).toMatchObject({ reference: 'PO-1', lineItemIds: ['line-1'] });
});
