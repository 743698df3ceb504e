import { describe, expect, test } from 'vitest';
import { currencyDigits } from '../../../src/domain/currency.ts';
import { moneyOf, type Sold, sell } from '../../support/charges.ts';
import { commandLine } from '../../support/command-line.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { runJobs } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });

async function storeOf({ storeId }: Sold, currency?: string): Promise<string> {
  if (currency) {
    for (const table of ['store', 'attempt', 'preorder', 'movement', 'test_provider.payment']) {
      await database.db.query(`UPDATE ${table} SET currency = $2 WHERE ${table === 'store' ? 'id' : 'store_id'} = $1`, [
        storeId,
        currency,
      ]);
    }
    await database.db.query('UPDATE store SET currency_digits = $2 WHERE id = $1', [storeId, currencyDigits(currency)]);
  }
  const [store] = await database.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  return store?.slug ?? '';
}

const KEPT = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false } as const;

describe('./service preorders refund', () => {
  const refund = (slug: string, { reference }: Sold, ...more: string[]) =>
    cli.json('preorders', 'refund', reference, '--store', slug, '--line', '1', '--reason', 'A scratch', ...more);

  test.each([
    ['EUR', '12.34', 1_234],
    ['JPY', '1234', 1_234],
    ['KWD', '1.234', 1_234],
  ])('refunds %s %s', async (currency, text, minor) => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    const slug = await storeOf(sold, currency);
    expect(await refund(slug, sold, '--amount', text)).toMatchObject({ code: 0 });
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'placed', refunded: minor }]);
  });

  test.each([
    ['EUR', '0'],
    ['EUR', '-1'],
    ['EUR', '1.234'],
    ['EUR', '133.91'],
    ['EUR', '999999999999999999999'],
    ['EUR', 'ten'],
    ['EUR', ''],
    ['JPY', '1.5'],
    ['KWD', '1.2345'],
  ])('refuses %s “%s”, and refunds nothing', async (currency, amount) => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    const answer = await refund(await storeOf(sold, currency), sold, '--amount', amount);
    expect(answer.code).not.toBe(0);
    expect(answer.error.code).toMatch(/refund_too_high|invalid_parameter/);
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toMatchObject([{ refunded: 0 }]);
  });

  test('says that an amount must be above zero', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    expect((await refund(await storeOf(sold), sold, '--amount', '0')).error).toMatchObject({
      code: 'invalid_parameter',
      param: 'amount',
      message: expect.stringContaining('above zero'),
    });
  });

  test('asks for a reason and an existing line item', async () => {
    const sold = await sell(core, {});
    const slug = await storeOf(sold);
    const base = ['preorders', 'refund', sold.reference, '--store', slug, '--amount', '1'];
    const codes = [
      await cli.json(...base, '--line', '1', '--reason', '  '),
      await cli.json(...base, '--line', '1', '--reason', 'x'.repeat(501)),
      await cli.json(...base, '--line', '2', '--reason', 'why'),
    ].map(({ error }) => [error.code, error.param]);
    expect(codes).toEqual([
      ['invalid_parameter', 'reason'],
      ['invalid_parameter', 'reason'],
      ['invalid_parameter', 'line'],
    ]);
  });
});

test('./service preorders cancel says what is refunded and what is kept', async () => {
  const [one, other] = [await sell(core, { plan: KEPT }), await sell(core, { plan: KEPT })];
  const all = await cli.run('preorders', 'cancel', one.reference, '--store', await storeOf(one));
  expect(all.out).toContain('gives back what was paid for them, 26.78 EUR.');
  const kept = await cli.run('preorders', 'cancel', other.reference, '--store', await storeOf(other), '--keep-deposit');
  expect(kept.out).toContain('0.00 EUR. 26.78 EUR of their deposit is kept.');
});

test('./service stores update --payment-days takes 1 to 60 days', async () => {
  const slug = await storeOf(await sell(core, {}));
  for (const wrong of ['0', '61', '-1', 'none', '1.5']) {
    expect((await cli.json('stores', 'update', '--store', slug, '--payment-days', wrong)).code, wrong).not.toBe(0);
  }
  const updated = await cli.json('stores', 'update', '--store', slug, '--payment-days', '14');
  expect(updated).toMatchObject({ code: 0, data: { payment_days: 14 } });
});
