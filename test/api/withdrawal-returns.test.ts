import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { erase } from '../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { writeWebhook } from '../../src/surfaces/webhooks/write.ts';
import { tokenClient } from '../support/admin-client.ts';
import { declareAndFollow } from '../support/declare.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, sold } = world;
afterAll(() => world.stop());

/** A sent pre-order of two line items, withdrawn from by its customer’s own link. */
async function sentBack() {
  const made = await sold(2);
  const { storeId, reference, email } = made;
  const { id: preorderId } = await readPreorder(core.db, storeId, reference);
  const of = { storeId, preorderId, lineIds: null };
  await advanceLines(core, { ...of, to: 'released' });
  await moveMoney(core, storeId, preorderId);
  await advanceLines(core, { ...of, to: 'fulfilled' });
  const declaration = { name: 'Zoë', email, reference, postalCode: '', items: '' };
  const known = { preorderId, lineIds: null };
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration, known });
  return { ...made, id, path: `/withdrawals/${id}` };
}

test('a return is tracked and received, and its money goes back', async () => {
  const { client, path, storeId, reference } = await sentBack();
  expect((await client.get(path)).json.data.returns).toMatchObject([
    { state: 'open', carrier: '', tracking: '', refund_at: null, lines: [{ line: 1 }, { line: 2 }] },
  ]);
  expect((await client.post(`${path}/return/track`, {})).json.error).toMatchObject({
    code: 'invalid_parameter',
    param: 'tracking',
  });
  const tracked = await client.post(`${path}/return/track`, { carrier: 'dhl', tracking: 'JD 1' });
  expect(tracked.json.data.returns).toMatchObject([
    {
      state: 'sent',
      carrier: 'DHL',
      tracking: 'JD 1',
      link: expect.stringContaining('dhl.com'),
      refund_at: expect.any(String),
    },
  ]);
  const tooMuch = await client.post(`${path}/return/receive`, { amount: '9999.00', reason: 'A gift.' });
  expect(tooMuch).toMatchObject({ status: 422, json: { error: { code: 'refund_too_high' } } });
  const received = await client.post(`${path}/return/receive`, {});
  const { total } = await readPreorder(core.db, storeId, reference);
  expect(received.json.data).toMatchObject({
    state: 'settled',
    returns: [{ state: 'received', given_back: (total / 100).toFixed(2) }],
  });
  const again = await client.post(`${path}/return/receive`, {});
  expect(again).toMatchObject({ status: 404, json: { error: { code: 'return_not_found' } } });
});

test('a part of a return is received, once for each Idempotency-Key, and told by webhooks', async () => {
  const { client, path, storeId } = await sentBack();
  const receive = (body: object, key = randomUUID()) =>
    client.post(`${path}/return/receive`, body, { 'idempotency-key': key });
  const other = (await sold()).client;
  expect((await other.post(`${path}/return/receive`, { lines: [1] })).json.error.code).toBe('withdrawal_not_found');
  for (const lines of [[], [0], ['1'], [1.5], null]) {
    expect(await receive({ lines }), `${lines}`).toMatchObject({ status: 400 });
  }
  const unknown = await receive({ lines: [1, 3] });
  expect(unknown).toMatchObject({ status: 422, json: { error: { code: 'invalid_transition', param: 'lines' } } });
  const key = randomUUID();
  const first = await receive({ lines: [1] }, key);
  expect(first.json.data).toMatchObject({
    state: 'declared',
    returns: [
      { state: 'open', ended_at: null, lines: [{ line: 2, given_back: '0.00' }] },
      { state: 'received', ended_at: expect.any(String), lines: [{ line: 1 }] },
    ],
  });
  expect((await receive({ lines: [1] }, key)).json.data).toEqual(first.json.data);
  expect(await receive({ lines: [1] })).toMatchObject({ status: 422 });
  const { json } = await receive({});
  expect(json.data.state).toBe('settled');
  const fact = { type: 'withdrawal.settled', detail: null, storeId, subjectId: json.data.id } as const;
  const body = await writeWebhook(core.db, { ...fact, occurredAt: new Date(), includePersonal: false });
  const [, came] = json.data.returns;
  expect(JSON.parse(body).data.withdrawal.returns).toMatchObject([
    { state: 'received', lines: [{ number: 2 }] },
    { id: came.id, lines: [{ number: 1, given_back: { amount: came.given_back, currency: came.currency } }] },
  ]);
});

test('a sum above the limit of the store needs its scope, also where the goods or their proof are noted', async () => {
  const made = await sentBack();
  const { path, storeId } = made;
  await core.db.query('UPDATE store SET refund_limit = 100 WHERE id = $1', [storeId]);
  const some = await tokenClient(api, storeId, ['preorders:read', 'preorders:write']);
  const { reference } = made;
  for (const [act, body] of [
    [`${path}/return/receive`, {}],
    [`${path}/return/track`, { tracking: '1' }],
    [`/preorders/${reference}/return`, {}],
  ] as const) {
    expect((await some.post(act, body)).json.error, act).toMatchObject({ code: 'scope_required' });
  }
  expect((await some.get(path)).json.data.returns).toMatchObject([{ state: 'open', carrier: null, tracking: null }]);
});

test('no other store and no reader can do any of it, and an erased person leaves no number', async () => {
  const { client, path, storeId, email } = await sentBack();
  const other = (await sold()).client;
  const reader = await tokenClient(api, storeId, ['preorders:read']);
  for (const [act, body] of [
    ['/return', {}],
    ['/return/track', { tracking: '1' }],
    ['/return/receive', {}],
  ] as const) {
    expect((await other.post(path + act, body)).json.error.code).toBe('withdrawal_not_found');
    expect((await reader.post(path + act, body)).json.error.code).toBe('scope_required');
  }
  await client.post(`${path}/return/track`, { tracking: 'JD 1' });
  await erase(api.deps, { storeId, email }, { openToo: true });
  const [goods] = await core.db.query(
    'SELECT tracking_number AS number, proof_at AS proof FROM goods_return WHERE store_id = $1',
    [storeId],
  );
  expect(goods).toEqual({ number: '', proof: expect.any(Date) });
});

test('what was not sent, or comes back already, is not accepted', async () => {
  const { client, path } = await sentBack();
  expect((await client.post(`${path}/return`, {})).json.error).toMatchObject({ code: 'invalid_transition' });
  const { client: owner, storeId, reference, email } = await sold(1);
  const declaration = { name: 'Zoë', email, reference, postalCode: '', items: 'The red one' };
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
  const early = await owner.post(`/withdrawals/${id}/return`, { lines: [1] });
  expect(early.json.error).toMatchObject({ code: 'invalid_transition', param: 'lines' });
  const { id: preorderId } = await readPreorder(core.db, storeId, reference);
  await owner.post(`/withdrawals/${id}/refuse`, { answer: 'No.' });
  await advanceLines(core, { storeId, preorderId, lineIds: null, to: 'released' });
  expect((await owner.post(`/withdrawals/${id}/return`, {})).json.error.code).toBe('withdrawal_ended');
});

test('why nothing goes back stays on the return, until the person is erased', async () => {
  const { client, path, storeId, email } = await sentBack();
  const worn = await client.post(`${path}/return/receive`, { amount: '0.00', reason: 'Worn out.' });
  expect(worn.json.data.returns).toMatchObject([{ state: 'received', given_back: '0.00', reason: 'Worn out.' }]);
  await erase(api.deps, { storeId, email }, { openToo: true });
  expect((await client.get(path)).json.data.returns).toMatchObject([{ reason: '' }]);
});
