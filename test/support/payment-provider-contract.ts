import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AMOUNT, euros, type PaymentFixture, type ProviderUnderTest, usePaymentFixture } from './payment-fixture.ts';
import { checkOtherHand } from './payment-provider-by-hand.ts';
import { checkCharge, checkSave } from './payment-provider-kept-cards.ts';

const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' });

/** The contract that every adapter of the payment port keeps. Each adapter runs it, the test provider first. */
export function paymentProviderContract(make: () => Promise<ProviderUnderTest>): void {
  const fixture = usePaymentFixture(make);
  checkCreate(fixture);
  checkConfirm(fixture);
  checkCancel(fixture);
  checkCapture(fixture);
  checkRefund(fixture);
  checkSave(fixture);
  checkCharge(fixture);
  checkHasDone(fixture);
  checkOtherHand(fixture);
  checkUnknown(fixture);
}

function checkCreate(fixture: PaymentFixture): void {
  describe('create', () => {
    test('creates an object of the amount that waits for a card', async () => {
      const payment = await fixture.created();
      expect(payment).toMatchObject({ status: 'requires_payment_method', amount: AMOUNT, currency: 'EUR' });
      expect(payment).toMatchObject({ capturedAmount: 0, refundedAmount: 0 });
      expect(payment.declineCode).toBeUndefined();
      expect(await fixture.provider().read(payment.ref)).toEqual(payment);
    });

    test('is idempotent by attempt, also in parallel', async () => {
      const same = fixture.request();
      const payments = await Promise.all([1, 2, 3].map(() => fixture.provider().create(same)));
      payments.push(await fixture.provider().create(same));
      expect(new Set(payments.map(({ ref }) => ref)).size).toBe(1);
      expect((await fixture.provider().create(fixture.request())).ref).not.toBe(payments[0]?.ref);
    });

    test('called again after the confirm returns the present state', async () => {
      const same = fixture.request();
      const { ref } = await fixture.provider().create(same);
      await fixture.provider().confirm(ref, fixture.under().tokens.good);
      expect(await fixture.provider().create(same)).toMatchObject({ ref, status: 'authorised' });
    });
  });
}

function checkConfirm(fixture: PaymentFixture): void {
  describe('confirm', () => {
    test('with a good card authorises and captures nothing', async () => {
      expect(await fixture.authorised()).toMatchObject({ status: 'authorised', amount: AMOUNT, capturedAmount: 0 });
    });

    test('with a declined card gives the reason, and accepts another card on the same object', async () => {
      const { ref } = await fixture.created();
      const declined = await fixture.provider().confirm(ref, fixture.under().tokens.declined);
      expect(declined).toMatchObject({ ref, status: 'requires_payment_method', declineCode: 'card_declined' });
      const good = await fixture.provider().confirm(ref, fixture.under().tokens.good);
      expect(good).toMatchObject({ ref, status: 'authorised' });
      expect(good.declineCode).toBeUndefined();
    });

    test('with a challenge waits for the shopper', async () => {
      const { ref } = await fixture.created();
      const asked = await fixture.provider().confirm(ref, fixture.under().tokens.secondStep);
      expect(asked.status).toBe('requires_action');
      expect(asked.clientSecret).not.toBe('');
      await fixture.under().approve(asked);
      expect((await fixture.provider().read(ref)).status).toBe('authorised');
    });

    test('of an authorised, captured or cancelled object changes nothing', async () => {
      const { ref } = await fixture.authorised();
      expect((await fixture.provider().confirm(ref, fixture.under().tokens.declined)).status).toBe('authorised');
      await fixture.provider().capture(ref, euros(AMOUNT), randomUUID());
      expect((await fixture.provider().confirm(ref, fixture.under().tokens.declined)).status).toBe('captured');
      const over = await fixture.created();
      await fixture.provider().cancel(over.ref);
      expect((await fixture.provider().confirm(over.ref, fixture.under().tokens.good)).status).toBe('cancelled');
    });

    test('without an answer is unreachable, and the object can still be read and cancelled', async () => {
      const { ref } = await fixture.created();
      const unreachable = { name: 'ProviderError', kind: 'unreachable' };
      await expect(fixture.provider().confirm(ref, fixture.under().tokens.neverAnswers)).rejects.toMatchObject(
        unreachable,
      );
      expect((await fixture.provider().read(ref)).status).toBe('processing');
      expect((await fixture.provider().cancel(ref)).status).toBe('cancelled');
    });
  });
}

function checkCancel(fixture: PaymentFixture): void {
  describe('cancel', () => {
    test('ends a new object and an authorisation, also when it is repeated', async () => {
      for (const { ref } of [await fixture.created(), await fixture.authorised()]) {
        expect((await fixture.provider().cancel(ref)).status).toBe('cancelled');
        expect((await fixture.provider().cancel(ref)).status).toBe('cancelled');
        expect((await fixture.provider().read(ref)).status).toBe('cancelled');
        await expect(fixture.provider().capture(ref, euros(AMOUNT), randomUUID())).rejects.toEqual(refused);
      }
    });

    test('of a captured object reports that and refunds nothing', async () => {
      const { ref } = await fixture.captured();
      expect(await fixture.provider().cancel(ref)).toMatchObject({
        status: 'captured',
        capturedAmount: AMOUNT,
        refundedAmount: 0,
      });
    });
  });
}

function checkCapture(fixture: PaymentFixture): void {
  describe('capture', () => {
    test('captures a part of an authorisation once and undoes the rest', async () => {
      const { ref } = await fixture.captured(10_000);
      expect(await fixture.provider().read(ref)).toMatchObject({ status: 'captured', capturedAmount: 10_000 });
      await expect(fixture.provider().capture(ref, euros(3_390), randomUUID())).rejects.toEqual(refused);
      expect((await fixture.provider().read(ref)).capturedAmount).toBe(10_000);
    });

    test('is idempotent by movement, also at once', async () => {
      const { ref } = await fixture.authorised();
      const movementId = randomUUID();
      const answers = await Promise.all(
        [1, 2, 3].map(() => fixture.provider().capture(ref, euros(AMOUNT), movementId)),
      );
      answers.push(await fixture.provider().capture(ref, euros(AMOUNT), movementId));
      for (const answer of answers) expect(answer.capturedAmount).toBe(AMOUNT);
    });

    test('of more than the authorisation, or without one, is refused and not remembered', async () => {
      const { ref } = await fixture.authorised();
      const movementId = randomUUID();
      await expect(fixture.provider().capture(ref, euros(AMOUNT + 1), movementId)).rejects.toEqual(refused);
      expect(await fixture.provider().hasDone(ref, movementId)).toBe(false);
      expect(await fixture.provider().read(ref)).toMatchObject({ status: 'authorised', capturedAmount: 0 });
      const waiting = await fixture.created();
      await expect(fixture.provider().capture(waiting.ref, euros(1), randomUUID())).rejects.toEqual(refused);
    });
  });
}

function checkRefund(fixture: PaymentFixture): void {
  describe('refund', () => {
    test('refunds parts up to the captured amount, and no more', async () => {
      const { ref } = await fixture.captured();
      expect(await fixture.provider().refund(ref, euros(10_000), randomUUID())).toMatchObject({
        refundedAmount: 10_000,
      });
      await expect(fixture.provider().refund(ref, euros(3_391), randomUUID())).rejects.toEqual(refused);
      expect(await fixture.provider().refund(ref, euros(3_390), randomUUID())).toMatchObject({
        refundedAmount: AMOUNT,
      });
      await expect(fixture.provider().refund(ref, euros(1), randomUUID())).rejects.toEqual(refused);
      expect(await fixture.provider().read(ref)).toMatchObject({ capturedAmount: AMOUNT, refundedAmount: AMOUNT });
    });

    test('is idempotent by movement, also at once', async () => {
      const { ref } = await fixture.captured();
      const movementId = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => fixture.provider().refund(ref, euros(1_000), movementId)));
      answers.push(await fixture.provider().refund(ref, euros(1_000), movementId));
      for (const answer of answers) expect(answer.refundedAmount).toBe(1_000);
    });

    test('by parallel movements never exceeds the captured amount', async () => {
      const { ref } = await fixture.captured(1_000);
      const results = await Promise.allSettled(
        [1, 2, 3].map(() => fixture.provider().refund(ref, euros(600), randomUUID())),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await fixture.provider().read(ref)).refundedAmount).toBe(600);
    });

    test('of an authorisation is refused', async () => {
      const { ref } = await fixture.authorised();
      await expect(fixture.provider().refund(ref, euros(1), randomUUID())).rejects.toEqual(refused);
    });
  });
}

function checkHasDone(fixture: PaymentFixture): void {
  describe('hasDone', () => {
    test('knows the completed movements of this object', async () => {
      const [one, other] = [await fixture.authorised(), await fixture.authorised()];
      const [capture, refund] = [randomUUID(), randomUUID()];
      expect(await fixture.provider().hasDone(one.ref, capture)).toBe(false);
      await fixture.provider().capture(one.ref, euros(AMOUNT), capture);
      expect(await fixture.provider().hasDone(one.ref, capture)).toBe(true);
      expect(await fixture.provider().hasDone(one.ref, refund)).toBe(false);
      expect(await fixture.provider().hasDone(other.ref, capture)).toBe(false);
      await fixture.provider().refund(one.ref, euros(1), refund);
      expect(await fixture.provider().hasDone(one.ref, refund)).toBe(true);
    });
  });
}

function checkUnknown(fixture: PaymentFixture): void {
  test('an object that does not exist is refused, not unreachable', async () => {
    const ref = `pay_${randomUUID()}`;
    const calls = [
      () => fixture.provider().read(ref),
      () => fixture.provider().inspect(ref),
      () => fixture.provider().cancel(ref),
      () => fixture.provider().confirm(ref, fixture.under().tokens.good),
      () => fixture.provider().capture(ref, euros(1), randomUUID()),
      () => fixture.provider().refund(ref, euros(1), randomUUID()),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refused);
  });
}
