import { afterAll, describe, expect, test } from 'vitest';
import { type GiveBack, giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { formatMoney } from '../../../src/domain/money.ts';
import type { CancelReason } from '../../../src/domain/preorder.ts';
import { cancelOutcome } from '../../../src/domain/refund.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { dueOf, moneyOf, payByLink, preorderOf, type Sold, sell, sellAndRelease } from '../../support/charges.ts';
import { sendMails } from '../../support/mails.ts';
import { releaseAll } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const PAY_NOW = { plan: { plan: 'pay_now' } } as const;
const KEPT = {
  plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false },
} as const;

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

async function give(sold: Sold, amount: number, changes: Partial<GiveBack> = {}): Promise<{ left: number }> {
  const [line] = (await preorderOf(core, sold)).lines;
  const { storeId, preorderId } = sold;
  return giveBack(core, { storeId, preorderId, lineId: line?.id ?? '', amount, reason: 'a scratch', ...changes });
}

const move = (sold: Sold) => moveMoney(core, sold.storeId, sold.preorderId);
const tooMuch = (available: number) =>
  expect.objectContaining({ code: 'refund_too_high', info: { param: 'amount', data: { available } } });

describe('goodwill', () => {
  test('is refunded while the line item goes on, and keeps its reason', async () => {
    const sold = await sell(core, PAY_NOW);
    expect(await give(sold, 1_500)).toEqual({ left: 11_890 });
    await move(sold);
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: 13_390, refunded: 1_500 }]);
    const reasons = await database.db.query('SELECT amount, reason FROM goodwill WHERE store_id = $1', [sold.storeId]);
    expect(reasons).toEqual([{ amount: 1_500, reason: 'a scratch' }]);
  });

  test('is never more than was paid, in parts or at once', async () => {
    const sold = await sell(core, PAY_NOW);
    await expect(give(sold, 13_391)).rejects.toEqual(tooMuch(13_390));
    await give(sold, 13_000);
    await expect(give(sold, 391)).rejects.toEqual(tooMuch(390));
    await move(sold);
    await give(sold, 390);
    await move(sold);
    await expect(give(sold, 1)).rejects.toEqual(tooMuch(0));
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: 13_390, refunded: 13_390 }]);
  });

  test.each([0, -1, 0.5, Number.NaN, Number.MAX_VALUE, Number.POSITIVE_INFINITY])('refuses %s', async (amount) => {
    const code = amount > 0 ? 'refund_too_high' : 'invalid_parameter';
    await expect(give(await sell(core, PAY_NOW), amount)).rejects.toMatchObject({ code });
  });

  test('by several clerks at once is given once', async () => {
    const sold = await sell(core, PAY_NOW);
    const clerks = await Promise.allSettled([1, 2, 3].map(() => give(sold, 7_000)));
    expect(clerks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all([move(sold), move(sold)]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: 13_390, refunded: 7_000 }]);
  });

  test('of a deposit is not charged again with the balance', async () => {
    const sold = await sell(core, {});
    await give(sold, 678);
    await move(sold);
    await releaseAll(core, sold.offer, 1);
    const [line] = await moneyOf(core, sold);
    expect((line?.paid ?? 0) - (line?.refunded ?? 0)).toBe(13_390 - 678);
  });

  test('reduces what is still owed', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    await give(sold, 1_000);
    await move(sold);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: 2_678, refunded: 0 }]);
    await payByLink(core, sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: 12_390, refunded: 0 }]);
  });

  test('that covers what is still owed ends the wait for a payment', async () => {
    const plan = { plan: { plan: 'deposit', deposit: { kind: 'percent', value: 6_000 } } } as const;
    const sold = await sellAndRelease(core, { ...plan, card: 'charge_declined' });
    await give(sold, 6_000); // 80.34 were paid and 53.56 are owed
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: 8_034, refunded: 644 }]);
    expect(await dueOf(core, sold)).toBeNull();
  });

  test('of a returned line item may be all that was paid', async () => {
    const sold = await sellAndRelease(core, {});
    for (const to of ['fulfilled', 'returned'] as const) {
      await advanceLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, to, lineIds: null });
    }
    await give(sold, 13_390);
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'returned', paid: 13_390, refunded: 13_390 }]);
  });

  test('is refused where nothing was paid, and for a line item of another pre-order', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_later' } });
    await expect(give(sold, 1)).rejects.toEqual(tooMuch(0));
    const [other] = (await preorderOf(core, await sell(core, PAY_NOW))).lines;
    await expect(give(sold, 1, { lineId: other?.id ?? '' })).rejects.toEqual(tooMuch(0));
  });

  test('is not refunded a second time when the line item is cancelled', async () => {
    const sold = await sell(core, PAY_NOW);
    await give(sold, 1_000);
    await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: null });
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 13_390, refunded: 13_390 }]);
  });
});

describe('a deposit that was sold as kept', () => {
  const cancel = ({ storeId, preorderId }: Sold, how: { reason: CancelReason; keepDeposit?: boolean }) =>
    cancelLines(core, { storeId, preorderId, lineIds: null, ...how });

  test.each([
    ['the shopper cancels', { reason: 'shopper' }, 2_678],
    ['the merchant cancels', { reason: 'merchant' }, 0],
    ['the merchant cancels and keeps it', { reason: 'merchant', keepDeposit: true }, 2_678],
    ['the date was moved too far', { reason: 'delay' }, 0],
  ] as const)('is kept or refunded when %s', async (_, how, kept) => {
    const sold = await sell(core, KEPT);
    expect(await cancel(sold, how)).toMatchObject({ kept, amount: 2_678 - kept });
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 2_678 - kept }]);
  });

  test('is shared to the cent by several line items, in the preview, the books and the mails', async () => {
    const sold = await sell(core, { ...KEPT, quantity: 3 });
    const { lines, currency } = await preorderOf(core, sold);
    expect(new Set(lines.map(({ dueNow }) => dueNow)).size).toBeGreaterThan(1); // 78.38 shared by three
    const said = lines.map((line) => cancelOutcome(line, { keeps: true })?.kept ?? 0);
    const told: string[] = [];
    const mail = { send: async ({ text }: MailMessage) => void told.push(text) };
    for (const { id } of lines) {
      await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: [id] });
      await sendMails({ ...core, mail }, sold.preorderId);
    }
    const money = (amount: number) => formatMoney(amount, currency, 'en');
    said.forEach((kept, index) => {
      expect(
        told.some((text) => text.includes(`deposit of ${money(kept)} stays`)),
        `${index}`,
      ).toBe(true);
    });
    expect(said.reduce((sum, kept) => sum + kept, 0)).toBe(7_838);
    expect((await preorderOf(core, sold)).lines.map(({ kept }) => kept)).toEqual(said);
  });

  test('may still be refunded in part, with a reason', async () => {
    const sold = await sell(core, KEPT);
    await cancel(sold, { reason: 'shopper' });
    expect(await give(sold, 1_000)).toEqual({ left: 1_678 });
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 1_000 }]);
  });
});
