import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSources } from '../../src/core/mails/queries/sources.ts';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { changeContact } from '../../src/core/people/commands/change-contact.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { actOnWithdrawals } from '../../src/core/withdrawals/commands/act.ts';
import { writeMail } from '../../src/surfaces/mails/write.ts';
import { createStatusClient, tokenFor } from '../support/status-client.ts';
import { type Fields, hiddenOf, startWithdrawals, undoPathIn, withdrawalsOf } from '../support/withdrawals.ts';

let use: Awaited<ReturnType<typeof startWithdrawals>>;
beforeAll(async () => {
  use = await startWithdrawals();
});
afterAll(() => use.stop());

type Sold = Awaited<ReturnType<typeof use.sold>>;

const read = ({ storeId, reference }: Sold) => readPreorder(use.api.db, storeId, reference);
const statesOf = async (sold: Sold) => (await read(sold)).lines.map(({ state }) => state);

/** Returns the path of the page as the status page of the signed-in customer has it. */
async function ownPath({ storeId, offer, email }: Sold): Promise<string> {
  const status = createStatusClient(use.api);
  const begun = await status.signIn(offer.storeKey, await tokenFor(use.api.deps, storeId, { email }));
  return begun.data.page.preorders[0]?.withdraw ?? '';
}

/** Fills in the first step as a browser does: with what stands in the form, but for what is changed. */
async function declare(path: string, changes: Fields = {}) {
  const page = await use.api.ask(path);
  const fields = { ...Object.fromEntries(fieldsOf(page.text)), ...changes };
  return use.declare(path, fields);
}

const fieldsOf = (page: string): [string, string][] => [
  ...[...page.matchAll(/<input type="(?:text|email)" value="([^"]*)"[^>]* name="([^"]+)"/g)].map(
    ([, value = '', name = '']): [string, string] => [name, value],
  ),
  ...[...page.matchAll(/<select [^>]*name="([^"]+)">.*?<option value="(\d+)" selected>/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  ),
];

describe('the customer of a pre-order', () => {
  test('withdraws from one of two units, signed in: it is cancelled at once, and the other one goes on', async () => {
    const sold = await use.sold(2);
    const path = await ownPath(sold);
    expect(path).toMatch(/^\/links\/withdraw\/[^/]+\/[\w-]+\.[\w-]+\?lang=en$/);
    const page = await use.api.ask(path);
    const [unit = ''] = /units\.[0-9a-f-]+/.exec(page.text) ?? [];
    expect(page.text).toContain(sold.reference);
    expect(Object.fromEntries(fieldsOf(page.text))).toMatchObject({ email: sold.email, [unit]: '2' });
    const receipt = await declare(path, { [unit]: '1' });
    expect(receipt.text).toContain('Your withdrawal was received');
    expect(receipt.text).toContain('1 × ');
    expect(await statesOf(sold)).toEqual(['placed', 'cancelled']);
    const [withdrawal] = await withdrawalsOf(sold.client);
    expect(withdrawal).toMatchObject({ state: 'settled', preorder: { reference: sold.reference } });
    expect(withdrawal?.items).toMatch(/^1 × /);
    const preorder = await read(sold);
    await moveMoney(use.core, sold.storeId, preorder.id);
    const [, cancelled] = (await read(sold)).lines;
    expect(cancelled).toMatchObject({ cancelReason: 'withdrawal', kept: 0, refunded: cancelled?.paid });
    await advanceLines(use.core, { storeId: sold.storeId, preorderId: preorder.id, to: 'released', lineIds: null });
    expect(await statesOf(sold)).toEqual(['released', 'cancelled']);
  });

  test('withdraws from everything by the link in a mail, and gets a receipt without a link to undo it', async () => {
    const sold = await use.sold(2);
    const { id: preorderId } = await read(sold);
    const pathIn = async (kind: string) => {
      const mail = {
        storeId: sold.storeId,
        id: preorderId,
        preorderId,
        kind,
        detail: { changeId: preorderId },
        links: null,
      };
      const [sources] = await readSources(use.api.deps.db, [mail as never]);
      const written = sources && (await writeMail(use.api.deps, { mail: mail as never, ...sources }, async () => null));
      const text = written?.text ?? '';
      // The model instructions in it name the page that anybody can open.
      return (/\/links\/withdraw\/[\w./?=-]+/.exec(text) ?? /\/withdraw\/[\w./?=-]+/.exec(text))?.[0] ?? '';
    };
    await declare(await pathIn('placed'));
    expect(await statesOf(sold)).toEqual(['cancelled', 'cancelled']);
    const [receipt, ...others] = await use.receiptsTo(sold.email);
    expect(receipt?.text).toContain('Everything I ordered');
    expect(undoPathIn(receipt)).toBe('');
    expect(others).toEqual([]);
  });

  test('is told of a receipt that goes to another address', async () => {
    const sold = await use.sold();
    await declare(await ownPath(sold), { email: 'partner@mail.example' });
    expect(await use.receiptsTo('partner@mail.example')).toHaveLength(1);
    expect(await use.receiptsTo(sold.email)).toHaveLength(1);
    expect(await statesOf(sold)).toEqual(['cancelled']);
  });

  test('chooses at least one, and what was sent comes back', async () => {
    const sold = await use.sold(2);
    const { id: preorderId, lines } = await read(sold);
    const first = { storeId: sold.storeId, preorderId, lineIds: [lines[0]?.id ?? ''] };
    await advanceLines(use.core, { ...first, to: 'released' });
    await moveMoney(use.core, sold.storeId, preorderId);
    await advanceLines(use.core, { ...first, to: 'fulfilled' });
    const path = await ownPath(sold);
    const names = [...(await use.api.ask(path)).text.matchAll(/<select id="([^"]+)"/g)].map(([, name = '']) => name);
    expect(names).toHaveLength(2);
    const [sent = '', waiting = ''] = names;
    const typed = { name: 'Zoë', email: sold.email, [sent]: '0', [waiting]: '0', step: 'review' };
    expect((await use.post(path, typed)).text).toContain('Choose at least one item.');
    await declare(path, { [sent]: '1', [waiting]: '0' });
    expect(await statesOf(sold)).toEqual(['fulfilled', 'placed']);
    expect(await withdrawalsOf(sold.client)).toMatchObject([
      { state: 'declared', acts_itself: false, acted_at: expect.any(String), returns: [{ lines: [{ line: 1 }] }] },
    ]);
    await advanceLines(use.core, { storeId: sold.storeId, preorderId, to: 'released', lineIds: [lines[1]?.id ?? ''] });
    expect(await statesOf(sold)).toEqual(['fulfilled', 'released']);
  });

  test('who only looked it up, or has a link from before another address, gets the page that anybody can open', async () => {
    const sold = await use.sold();
    const status = createStatusClient(use.api);
    const found = await status.lookUp(sold.offer.storeKey, { reference: sold.reference, place: '50667' });
    expect(found.data.preorder.withdraw).toMatch(/^\/withdraw\//);
    const path = await ownPath(sold);
    const { id: preorderId } = await read(sold);
    await changeContact(use.core, { storeId: sold.storeId, preorderId, email: 'new@mail.example', by: 'test' });
    const page = await use.api.ask(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('units.');
    expect(page.text).not.toContain(sold.email);
    for (const wrong of [
      path.replace(/\.[\w-]{5}/, '.AAAAA'),
      path.replace(/\/links\/withdraw\/[^/]+/, `/links/withdraw/${(await use.sold()).offer.storeKey}`),
    ])
      expect((await use.api.ask(wrong)).text, wrong).not.toContain('units.');
    expect((await use.api.ask('/links/withdraw/nobody/x.y')).status).toBe(404);
  });

  test('a declaration by anybody waits, is shown on the status page, and holds what it may mean', async () => {
    const sold = await use.sold(2);
    await use.declare(sold.path, { name: 'Mallory', email: sold.email, reference: sold.reference });
    await actOnWithdrawals(use.core);
    expect(await statesOf(sold)).toEqual(['placed', 'placed']);
    const status = createStatusClient(use.api);
    const begun = await status.signIn(
      sold.offer.storeKey,
      await tokenFor(use.api.deps, sold.storeId, { email: sold.email }),
    );
    expect(begun.data.page.preorders).toMatchObject([{ withdrawn: true, lines: [{ swap: false }, { swap: false }] }]);
  });
});

test('hidden fields keep the choice of units', async () => {
  const sold = await use.sold(2);
  const path = await ownPath(sold);
  const page = await use.api.ask(path);
  const [unit = ''] = /units\.[0-9a-f-]+/.exec(page.text) ?? [];
  const review = await use.post(path, { name: 'Zoë', email: sold.email, [unit]: '1', step: 'review' });
  expect(hiddenOf(review.text)).toMatchObject({ [unit]: '1', reference: sold.reference });
  const edit = await use.post(path, { ...hiddenOf(review.text), step: 'edit' });
  expect(edit.text).toContain('<option value="1" selected>');
});

test('a confirmation that is sent again, or after the pre-order changed, is what was shown', async () => {
  const sold = await use.sold(3);
  const path = await ownPath(sold);
  const [unit = ''] = /units\.[0-9a-f-]+/.exec((await use.api.ask(path)).text) ?? [];
  const review = await use.post(path, { name: 'Zoë', email: sold.email, [unit]: '1', step: 'review' });
  const confirmed = { ...hiddenOf(review.text), step: 'confirm' };
  const { id: preorderId, lines } = await read(sold);
  const first = { storeId: sold.storeId, preorderId, lineIds: [lines[0]?.id ?? ''] };
  await advanceLines(use.core, { ...first, to: 'released' });
  await moveMoney(use.core, sold.storeId, preorderId);
  await advanceLines(use.core, { ...first, to: 'fulfilled' });
  for (let again = 0; again < 3; again += 1) {
    expect((await use.post(path, confirmed)).text).toContain('Your withdrawal was received');
  }
  expect(await statesOf(sold)).toEqual(['fulfilled', 'placed', 'cancelled']);
  expect(await withdrawalsOf(sold.client)).toHaveLength(1);
  expect((await use.post(path, { ...confirmed, lines: 'nothing' })).text).toContain('Choose at least one item.');
});

test('the new address of a pre-order is told of a declaration, and can undo it', async () => {
  const sold = await use.sold();
  await use.declare(sold.path, { name: 'Mallory', email: sold.email, reference: sold.reference });
  const { id: preorderId } = await read(sold);
  await changeContact(use.core, { storeId: sold.storeId, preorderId, email: 'newer@mail.example', by: 'test' });
  const told = (await use.receiptsTo('newer@mail.example')).at(-1);
  expect((await use.api.ask(undoPathIn(told), { method: 'POST' })).status).toBeLessThan(400);
  expect(await withdrawalsOf(sold.client)).toMatchObject([{ state: 'undone' }]);
});
