import { beforeAll, describe, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines, type Stage } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let offer: Offer;
const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });

beforeAll(async () => {
  offer = await createOffer(core, { allocation: 100 });
});

const read = (reference: string) => readPreorder(database.db, offer.storeId, reference);
const statesOf = async (reference: string) => (await read(reference)).lines.map(({ state }) => state);

async function move(reference: string, to: Stage, numbers: number[] | null = null): Promise<string[]> {
  const { id, lines } = await read(reference);
  const lineIds = numbers && lines.filter(({ number }) => numbers.includes(number)).map((line) => line.id);
  return advanceLines(core, { storeId: offer.storeId, preorderId: id, to, lineIds });
}

describe('line items', () => {
  test('go from placed to returned with a time for each step, and a repeated step changes nothing', async () => {
    const reference = await buyFrom(core, offer, { quantity: 2 });
    for (const [to, moment] of [
      ['released', 'releasedAt'],
      ['fulfilled', 'fulfilledAt'],
      ['returned', 'returnedAt'],
    ] as const) {
      expect(await move(reference, to)).toHaveLength(2);
      const preorder = await read(reference);
      expect(preorder.state).toBe(to);
      for (const line of preorder.lines) expect(line[moment]).toBeInstanceOf(Date);
      expect(await move(reference, to)).toEqual([]);
    }
    const history = await readHistory(database.db, offer.storeId, (await read(reference)).id);
    expect(history.filter(({ kind }) => kind === 'line')).toMatchObject([
      { what: 'released', lines: [1, 2] },
      { what: 'fulfilled', lines: [1, 2] },
      { what: 'returned', lines: [1, 2] },
    ]);
  });

  test('advance where they can, unless some are named', async () => {
    const reference = await buyFrom(core, offer, { quantity: 3 });
    await move(reference, 'released', [1, 2]);
    await move(reference, 'fulfilled', [1]);
    expect(await statesOf(reference)).toEqual(['fulfilled', 'released', 'placed']);
    expect(await move(reference, 'fulfilled')).toHaveLength(1);
    expect(await statesOf(reference)).toEqual(['fulfilled', 'fulfilled', 'placed']);
    const refusal = expect.objectContaining({ code: 'invalid_transition' });
    await expect(move(reference, 'fulfilled', [2, 3])).rejects.toThrow(refusal);
    await expect(move(reference, 'returned', [3])).rejects.toThrow(refusal);
    expect(await statesOf(reference)).toEqual(['fulfilled', 'fulfilled', 'placed']);
  });

  test('are refused with a hint when an earlier step is missing', async () => {
    const reference = await buyFrom(core, offer);
    const hint = expect.objectContaining({ message: expect.stringContaining('Release it first') });
    await expect(move(reference, 'fulfilled')).rejects.toThrow(hint);
  });

  test('never advance when they are cancelled or unpaid', async () => {
    const reference = await buyFrom(core, offer, { quantity: 2 });
    const { id, lines } = await read(reference);
    await cancelLines(core, { storeId: offer.storeId, preorderId: id, lineIds: [lines[0]?.id ?? ''] });
    await database.db.query("UPDATE preorder_line SET state = 'payment_due', due_from = 'placed' WHERE id = $1", [
      lines[1]?.id,
    ]);
    for (const to of ['released', 'fulfilled', 'returned'] as const) {
      await expect(move(reference, to)).rejects.toThrow(expect.objectContaining({ code: 'invalid_transition' }));
    }
    expect(await statesOf(reference)).toEqual(['cancelled', 'payment_due']);
  });
});

test('releases, sends and takes back line items on the command line', async () => {
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const released = await cli.json('preorders', 'release', reference);
  expect([released.code, released.data.state, released.data.changed_lines.length]).toEqual([0, 'released', 2]);
  const sent = await cli.json('preorders', 'send', reference, '--lines', '2');
  expect([sent.code, sent.data.state]).toEqual([0, 'released']);
  const refused = await cli.json('preorders', 'return', reference, '--lines', '1');
  expect([refused.code, refused.error.code]).toEqual([1, 'invalid_transition']);
  const said = await cli.run('preorders', 'return', reference);
  expect([said.code, said.out]).toEqual([0, expect.stringMatching(/^1 line item now returned\./)]);
  const again = await cli.run('preorders', 'return', reference, '--lines', '2');
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^Nothing was left to be returned\./)]);
  const unknown = await cli.json('preorders', 'send', reference, '--lines', '9');
  expect([unknown.code, unknown.error.param]).toEqual([2, 'line']);
  expect(await statesOf(reference)).toEqual(['released', 'returned']);
});

test('rotates the shared secret on the command line', async () => {
  const { data: before } = await cli.json('stores', 'show');
  const rotated = await cli.json('stores', 'rotate-secret');
  const [newest, old] = rotated.data.secrets;
  expect([old]).toEqual(before.secrets);
  expect(newest.secret).not.toBe(old.secret);
  expect((await cli.run('stores', 'show')).out).toContain(old.secret);
  expect((await cli.json('stores', 'rotate-secret')).error.code).toBe('secret_rotating');
  const retired = await cli.json('stores', 'retire-secret');
  expect(retired.data.secrets).toEqual([newest]);
  expect((await cli.json('stores', 'retire-secret')).error.code).toBe('secret_not_rotating');
});

// This test is the last because the command line asks for the store once there are two.
test('sends a released line item only after its balance is paid', async () => {
  const deposit = { plan: { deposit: { kind: 'percent' as const, value: 2_000 } } };
  const own = await createOffer(core, { allocation: 5, ...deposit });
  const reference = await buyFrom(core, own);
  const { id: preorderId } = await readPreorder(database.db, own.storeId, reference);
  const go = (to: Stage) => advanceLines(core, { storeId: own.storeId, preorderId, to, lineIds: null });
  expect(await go('released')).toHaveLength(1);
  await expect(go('fulfilled')).rejects.toThrow('cannot become fulfilled before it is paid');
  await moveMoney(core, own.storeId, preorderId);
  expect(await go('fulfilled')).toHaveLength(1);
});
