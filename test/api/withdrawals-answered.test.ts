import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { sendReceipts } from '../../src/core/withdrawals/commands/send-receipts.ts';
import { ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { buyFrom } from '../support/buy.ts';
import { shiftClock } from '../support/core.ts';
import { startWithdrawals, undoPathIn, withdrawalsOf } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, mails, post, sold, declare, receiptsTo } = world;
afterAll(() => world.stop());

describe('somebody else’s declaration', () => {
  test('is undone by the customer, and then no longer waits', async () => {
    const { path, email, reference, client } = await sold();
    await declare(path, { name: 'A forger', email, reference });
    const undo = undoPathIn((await receiptsTo(email)).at(-1));
    expect((await api.ask(undo)).text).toContain('This was not me: undo it');
    expect(await withdrawalsOf(client)).toMatchObject([{ state: 'declared' }]);
    expect((await post(undo, {})).status).toBe(303);
    expect((await api.ask(undo)).text).toContain('The withdrawal is undone');
    expect(await withdrawalsOf(client)).toMatchObject([{ state: 'undone' }]);
  });

  test('has no such link where no pre-order was found; its customer gets one once it is matched', async () => {
    const { path, email, reference, client } = await sold();
    await declare(path, { name: 'A forger', email: 'forger@shopper.example', reference });
    expect(undoPathIn((await receiptsTo('forger@shopper.example')).at(-1))).toBe('');
    const id = (await withdrawalsOf(client))[0]?.id;
    const matched = await client.post(`/withdrawals/${id}/match`, { reference });
    expect(matched.json.data).toMatchObject({ preorder: { reference } });
    expect(undoPathIn((await receiptsTo(email)).at(-1))).not.toBe('');
    expect(await receiptsTo('forger@shopper.example')).toHaveLength(1);
  });

  test('cannot be undone once the merchant has acted', async () => {
    const { path, email, reference, client } = await sold();
    await declare(path, { name: 'Zoë', email, reference });
    const undo = undoPathIn((await receiptsTo(email)).at(-1));
    const id = (await withdrawalsOf(client))[0]?.id;
    await client.post(`/withdrawals/${id}/settle`, {});
    await post(undo, {});
    expect((await client.get(`/withdrawals/${id}`)).json.data).toMatchObject({ state: 'settled' });
    expect((await api.ask(undo)).text).toContain('It can no longer be undone');
    await shiftClock(core.db, 15 * 86_400);
    expect((await api.ask(undo)).status).toBe(404);
  });

  test('is told to the customer of each pre-order that it is matched with, and only the last can undo it', async () => {
    const { path, email, reference, client, offer } = await sold();
    const next = await buyFrom(core, offer, { email: 'next@shopper.example' });
    await declare(path, { name: 'Zoë', email });
    await receiptsTo(email);
    const id = (await withdrawalsOf(client))[0]?.id;
    await client.post(`/withdrawals/${id}/match`, { reference });
    const first = undoPathIn((await receiptsTo(email)).at(-1));
    expect((await api.ask(first)).status).toBe(200);
    await client.post(`/withdrawals/${id}/match`, { reference: next });
    const second = undoPathIn((await receiptsTo('next@shopper.example')).at(-1));
    const told = mails.filter(({ messageId }) => messageId.startsWith(`withdrawal-${id}-contact-`));
    expect(new Set(told.map(({ messageId }) => messageId)).size).toBe(2); // one id for two people would be one mail for mail servers
    expect((await api.ask(first)).status).toBe(404);
    expect((await post(second, {})).status).toBe(303);
    expect(await withdrawalsOf(client)).toMatchObject([{ state: 'undone', preorder: { reference: next } }]);
  });
});

describe('the merchant', () => {
  test('gets an alert, acts on it, and the alert ends', async () => {
    const { path, email, reference, client } = await sold();
    await declare(path, { name: 'Zoë', email, reference });
    const alertsOf = async () => (await client.get('/alerts')).json.data as { code: string; next: { path: string } }[];
    const [alert] = await alertsOf();
    expect(alert?.code).toBe('withdrawal_declared');
    const { id } = (await client.get(alert?.next.path.replace('/admin/api/v1', '') ?? '')).json.data as { id: string };
    expect((await client.post(`/withdrawals/${id}/refuse`, { answer: ' ' })).json.error).toMatchObject({
      param: 'answer',
    });
    expect((await client.post(`/withdrawals/${id}/settle`, { answer: 'Refunded.' })).json.data).toMatchObject({
      state: 'settled',
      answer: 'Refunded.',
    });
    expect(await alertsOf()).toEqual([]);
    expect((await client.post(`/withdrawals/${id}/settle`, {})).json.error.code).toBe('withdrawal_ended');
  });

  test('sees who declared it only with preorders:personal, and nothing of other stores', async () => {
    const { path, email, storeId, client } = await sold();
    await declare(path, { name: 'Zoë', email, items: 'the lamp' });
    const blind = await tokenClient(
      api,
      storeId,
      ALL_SCOPES.filter((scope) => scope !== 'preorders:personal'),
    );
    const { text } = await blind.get('/withdrawals');
    expect(text).not.toContain(email);
    expect(text).not.toContain('lamp');
    const id = (await withdrawalsOf(client))[0]?.id;
    const stranger = (await sold()).client;
    for (const ask of [
      () => stranger.get(`/withdrawals/${id}`),
      () => stranger.post(`/withdrawals/${id}/settle`, {}),
      () => stranger.post(`/withdrawals/${id}/refuse`, { answer: 'no' }),
      () => stranger.post(`/withdrawals/${id}/match`, { reference: 'PO-7K2M-9QXT-X' }),
    ]) {
      expect((await ask()).json.error.code).toBe('withdrawal_not_found');
    }
    expect((await client.get(`/withdrawals/${id}`)).json.data).toMatchObject({ state: 'declared' });
    expect((await client.get('/withdrawals/not-an-id')).json.error.code).toBe('withdrawal_not_found');
  });

  test('reads the list page by page and by state', async () => {
    const { path, email, client } = await sold();
    for (const items of ['1', '2', '3']) await declare(path, { name: 'Zoë', email, items });
    const first = await client.get('/withdrawals?limit=2');
    const next = (first.json as never as { meta: { next: string } }).meta.next;
    const rest = await client.get(`/withdrawals?limit=2&after=${next}`);
    const itemsOf = (data: { items: string }[]) => data.map(({ items }) => items);
    expect([...itemsOf(first.json.data), ...itemsOf(rest.json.data)]).toEqual(['3', '2', '1']);
    expect(await withdrawalsOf(client, '?state=settled')).toEqual([]);
    expect((await client.get(`/withdrawals?after=${randomUUID()}`)).json.error).toMatchObject({ param: 'after' });
  });

  test('erases a person: the declaration stays without its words', async () => {
    const { path, email, storeId, client } = await sold();
    await declare(path, { name: 'Zoë', email, items: 'the lamp' });
    await expect(erase(core, { storeId, email }, { openToo: false })).rejects.toMatchObject({ code: 'preorders_open' });
    await erase(core, { storeId, email }, { openToo: true });
    const { text, json } = await client.get('/withdrawals');
    expect(json.data).toMatchObject([{ state: 'declared', name: '', email: '', items: '' }]);
    expect(text).not.toContain('lamp');
    await sendReceipts(api.deps);
    expect(mails.filter(({ to }) => to.address === email)).toHaveLength(0);
  });
});
