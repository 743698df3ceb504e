import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { erase } from '../../src/core/people/commands/erase.ts';
import { sendReceipts } from '../../src/core/withdrawals/commands/send-receipts.ts';
import { MailError } from '../../src/integrations/mail/port.ts';
import { ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { startWithdrawals, undoPathIn, withdrawalsOf } from '../support/withdrawals.ts';

const world = await startWithdrawals();
const { api, core, server, post, sold, declare, receiptsTo } = world;
afterAll(() => world.stop());

/** Somebody buys and withdraws. Resolves with what reads the evidence. */
async function withdrawn(fields: Record<string, string> = {}) {
  const store = await sold(2);
  const { path, email, reference, client } = store;
  await declare(path, { name: 'Zoë  Müller', email, reference, items: '1 × "Moos"\nzwei', ...fields });
  const id = (await withdrawalsOf(client))[0]?.id ?? '';
  return { ...store, id, evidence: async () => (await client.get(`/withdrawals/${id}/evidence`)).json.data };
}

test('evidence has the words, both clocks, the receipts, the match and the line items with their money', async () => {
  const { email, reference, evidence, id } = await withdrawn();
  await receiptsTo(email);
  const found = await evidence();
  expect(found).toMatchObject({
    store: { mode: expect.any(String), time_zone: expect.any(String) },
    declaration: { id, name: 'Zoë  Müller', email, reference, items: '1 × "Moos"\nzwei', erased: false },
    receipts: [
      {
        recipient: 'declarant',
        message_id: expect.stringMatching(`^withdrawal-${id}-declarant-`),
        tries: 1,
        failure: null,
        given_up: false,
      },
    ],
    match: { by: 'service', reference },
    state: 'declared',
    acts: [],
    preorder: { reference, lines: [{ number: 1, refunded: '0.00' }, { number: 2 }] },
  });
  for (const { paid, total } of found.preorder.lines) expect(paid).toBe(total); // it was paid at once
  const { declared_at: at, declared_at_local: local, canonical, sha256 } = found.declaration;
  expect(Date.parse(local)).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
  expect(JSON.parse(canonical)).toMatchObject({ declared_at: at, email, items: '1 × "Moos"\nzwei' });
  expect(sha256).toBe(createHash('sha256').update(canonical).digest('hex'));
  expect(found.timeline.map(({ kind }: { kind: string }) => kind)).toContain('placed');
  expect((await evidence()).declaration).toEqual(found.declaration);
});

test('evidence says who matched and ended it, when, and with which answer', async () => {
  const { client, reference, id, evidence, email } = await withdrawn({ reference: 'my lamp', name: 'Z' });
  expect(await evidence()).toMatchObject({ match: { by: null, reference: null }, preorder: null, timeline: [] });
  await client.post(`/withdrawals/${id}/match`, { reference });
  await client.post(`/withdrawals/${id}/refuse`, { answer: 'Made to order.' });
  await receiptsTo(email);
  expect(await evidence()).toMatchObject({
    match: { by: 'person', reference },
    state: 'refused',
    ended_at: expect.any(String),
    answer: 'Made to order.',
    acts: [
      { action: 'withdrawal.match', by: { kind: 'token', name: 'ERP' } },
      { action: 'withdrawal.refuse', by: { kind: 'token', name: 'ERP' } },
    ],
    receipts: [{ recipient: 'declarant' }, { recipient: 'contact' }],
  });
});

test('evidence says that it was undone, and that a receipt was refused', async () => {
  const undone = await withdrawn();
  await post(undoPathIn((await receiptsTo(undone.email)).at(-1)), {});
  expect(await undone.evidence()).toMatchObject({ state: 'undone', ended_at: expect.any(String) });
  const refused = await withdrawn();
  server.refuses = new MailError('no_mailbox', '550 5.1.1', 'gone');
  await sendReceipts(api.deps);
  server.refuses = null;
  expect((await refused.evidence()).receipts).toMatchObject([
    { sent_at: null, sent_at_local: null, message_id: null, failure: '550 5.1.1', given_up: true },
  ]);
});

test('evidence of an erased person has neither words nor a hash', async () => {
  const { storeId, email, evidence } = await withdrawn();
  await erase(core, { storeId, email }, { openToo: true });
  const found = await evidence();
  expect(found.declaration).toMatchObject({ erased: true, name: '', items: '', canonical: null, sha256: null });
  expect(JSON.stringify(found)).not.toContain(email);
});

test('evidence needs the right to see people, and is of one store', async () => {
  const { storeId, id, client } = await withdrawn();
  for (const scope of ['preorders:personal', 'preorders:read'] as const) {
    const scopes = ALL_SCOPES.filter((one) => one !== scope);
    const blind = await tokenClient(api, storeId, scopes);
    const refused = await blind.get(`/withdrawals/${id}/evidence`);
    expect(refused).toMatchObject({ status: 403, json: { error: { code: 'scope_required', data: { scope } } } });
  }
  const stranger = (await sold()).client;
  for (const one of [stranger.get(`/withdrawals/${id}/evidence`), client.get('/withdrawals/none/evidence')])
    expect(await one).toMatchObject({ status: 404, json: { error: { code: 'withdrawal_not_found' } } });
});
