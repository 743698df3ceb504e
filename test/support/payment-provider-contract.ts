import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AMOUNT, euros, openDesk, type PaymentDesk, type ProviderUnderTest } from './payment-desk.ts';
import { checkOtherHand } from './payment-provider-by-hand.ts';
import { checkCharge, checkSave } from './payment-provider-kept-cards.ts';

const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' });

/** The contract that every adapter of the payment port keeps. Each adapter runs it, the test provider first. */
export function paymentProviderContract(make: () => Promise<ProviderUnderTest>): void {
  const desk = openDesk(make);
  checkCreate(desk);
  checkConfirm(desk);
  checkCancel(desk);
  checkCapture(desk);
  checkRefund(desk);
  checkSave(desk);
  checkCharge(desk);
  checkHasDone(desk);
  checkOtherHand(desk);
  checkUnknown(desk);
}

function checkCreate(desk: PaymentDesk): void {
  describe('create', () => {
    test('creates an object of the amount that waits for a card', async () => {
      const payment = await desk.created();
      expect(payment).toMatchObject({ status: 'requires_payment_method', amount: AMOUNT, currency: 'EUR' });
      expect(payment).toMatchObject({ capturedAmount: 0, refundedAmount: 0 });
      expect(payment.declineCode).toBeUndefined();
      expect(await desk.provider().read(payment.ref)).toEqual(payment);
    });

    test('is idempotent by attempt, also in parallel', async () => {
      const same = desk.request();
      const payments = await Promise.all([1, 2, 3].map(() => desk.provider().create(same)));
      payments.push(await desk.provider().create(same));
      expect(new Set(payments.map(({ ref }) => ref)).size).toBe(1);
      expect((await desk.provider().create(desk.request())).ref).not.toBe(payments[0]?.ref);
    });

    test('called again after the confirm returns the present state', async () => {
      const same = desk.request();
      const { ref } = await desk.provider().create(same);
      await desk.provider().confirm(ref, desk.under().tokens.good);
      expect(await desk.provider().create(same)).toMatchObject({ ref, status: 'authorised' });
    });
  });
}

function checkConfirm(desk: PaymentDesk): void {
  describe('confirm', () => {
    test('with a good card authorises and captures nothing', async () => {
      expect(await desk.authorised()).toMatchObject({ status: 'authorised', amount: AMOUNT, capturedAmount: 0 });
    });

    test('with a declined card gives the reason, and accepts another card on the same object', async () => {
      const { ref } = await desk.created();
      const declined = await desk.provider().confirm(ref, desk.under().tokens.declined);
      expect(declined).toMatchObject({ ref, status: 'requires_payment_method', declineCode: 'card_declined' });
      const good = await desk.provider().confirm(ref, desk.under().tokens.good);
      expect(good).toMatchObject({ ref, status: 'authorised' });
      expect(good.declineCode).toBeUndefined();
    });

    test('with a challenge waits for the shopper', async () => {
      const { ref } = await desk.created();
      const asked = await desk.provider().confirm(ref, desk.under().tokens.secondStep);
      expect(asked.status).toBe('requires_action');
      expect(asked.clientSecret).not.toBe('');
      await desk.under().approve(asked);
      expect((await desk.provider().read(ref)).status).toBe('authorised');
    });

    test('of an authorised, captured or cancelled object changes nothing', async () => {
      const { ref } = await desk.authorised();
      expect((await desk.provider().confirm(ref, desk.under().tokens.declined)).status).toBe('authorised');
      await desk.provider().capture(ref, euros(AMOUNT), randomUUID());
      expect((await desk.provider().confirm(ref, desk.under().tokens.declined)).status).toBe('captured');
      const over = await desk.created();
      await desk.provider().cancel(over.ref);
      expect((await desk.provider().confirm(over.ref, desk.under().tokens.good)).status).toBe('cancelled');
    });

    test('without an answer is unreachable, and the object can still be read and cancelled', async () => {
      const { ref } = await desk.created();
      const unreachable = { name: 'ProviderError', kind: 'unreachable' };
      await expect(desk.provider().confirm(ref, desk.under().tokens.neverAnswers)).rejects.toMatchObject(unreachable);
      expect((await desk.provider().read(ref)).status).toBe('processing');
      expect((await desk.provider().cancel(ref)).status).toBe('cancelled');
    });
  });
}

function checkCancel(desk: PaymentDesk): void {
  describe('cancel', () => {
    test('ends a new object and an authorisation, also when it is repeated', async () => {
      for (const { ref } of [await desk.created(), await desk.authorised()]) {
        expect((await desk.provider().cancel(ref)).status).toBe('cancelled');
        expect((await desk.provider().cancel(ref)).status).toBe('cancelled');
        expect((await desk.provider().read(ref)).status).toBe('cancelled');
        await expect(desk.provider().capture(ref, euros(AMOUNT), randomUUID())).rejects.toEqual(refused);
      }
    });

    test('of a captured object reports that and refunds nothing', async () => {
      const { ref } = await desk.captured();
      expect(await desk.provider().cancel(ref)).toMatchObject({
        status: 'captured',
        capturedAmount: AMOUNT,
        refundedAmount: 0,
      });
    });
  });
}

function checkCapture(desk: PaymentDesk): void {
  describe('capture', () => {
    test('captures a part of an authorisation once and undoes the rest', async () => {
      const { ref } = await desk.captured(10_000);
      expect(await desk.provider().read(ref)).toMatchObject({ status: 'captured', capturedAmount: 10_000 });
      await expect(desk.provider().capture(ref, euros(3_390), randomUUID())).rejects.toEqual(refused);
      expect((await desk.provider().read(ref)).capturedAmount).toBe(10_000);
    });

    test('is idempotent by movement, also at once', async () => {
      const { ref } = await desk.authorised();
      const movementId = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => desk.provider().capture(ref, euros(AMOUNT), movementId)));
      answers.push(await desk.provider().capture(ref, euros(AMOUNT), movementId));
      for (const answer of answers) expect(answer.capturedAmount).toBe(AMOUNT);
    });

    test('of more than the authorisation, or without one, is refused and not remembered', async () => {
      const { ref } = await desk.authorised();
      const movementId = randomUUID();
      await expect(desk.provider().capture(ref, euros(AMOUNT + 1), movementId)).rejects.toEqual(refused);
      expect(await desk.provider().hasDone(ref, movementId)).toBe(false);
      expect(await desk.provider().read(ref)).toMatchObject({ status: 'authorised', capturedAmount: 0 });
      const waiting = await desk.created();
      await expect(desk.provider().capture(waiting.ref, euros(1), randomUUID())).rejects.toEqual(refused);
    });
  });
}

function checkRefund(desk: PaymentDesk): void {
  describe('refund', () => {
    test('refunds parts up to the captured amount, and no more', async () => {
      const { ref } = await desk.captured();
      expect(await desk.provider().refund(ref, euros(10_000), randomUUID())).toMatchObject({ refundedAmount: 10_000 });
      await expect(desk.provider().refund(ref, euros(3_391), randomUUID())).rejects.toEqual(refused);
      expect(await desk.provider().refund(ref, euros(3_390), randomUUID())).toMatchObject({ refundedAmount: AMOUNT });
      await expect(desk.provider().refund(ref, euros(1), randomUUID())).rejects.toEqual(refused);
      expect(await desk.provider().read(ref)).toMatchObject({ capturedAmount: AMOUNT, refundedAmount: AMOUNT });
    });

    test('is idempotent by movement, also at once', async () => {
      const { ref } = await desk.captured();
      const movementId = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => desk.provider().refund(ref, euros(1_000), movementId)));
      answers.push(await desk.provider().refund(ref, euros(1_000), movementId));
      for (const answer of answers) expect(answer.refundedAmount).toBe(1_000);
    });

    test('by parallel movements never exceeds the captured amount', async () => {
      const { ref } = await desk.captured(1_000);
      const results = await Promise.allSettled(
        [1, 2, 3].map(() => desk.provider().refund(ref, euros(600), randomUUID())),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await desk.provider().read(ref)).refundedAmount).toBe(600);
    });

    test('of an authorisation is refused', async () => {
      const { ref } = await desk.authorised();
      await expect(desk.provider().refund(ref, euros(1), randomUUID())).rejects.toEqual(refused);
    });
  });
}

function checkHasDone(desk: PaymentDesk): void {
  describe('hasDone', () => {
    test('knows the completed movements of this object', async () => {
      const [one, other] = [await desk.authorised(), await desk.authorised()];
      const [capture, refund] = [randomUUID(), randomUUID()];
      expect(await desk.provider().hasDone(one.ref, capture)).toBe(false);
      await desk.provider().capture(one.ref, euros(AMOUNT), capture);
      expect(await desk.provider().hasDone(one.ref, capture)).toBe(true);
      expect(await desk.provider().hasDone(one.ref, refund)).toBe(false);
      expect(await desk.provider().hasDone(other.ref, capture)).toBe(false);
      await desk.provider().refund(one.ref, euros(1), refund);
      expect(await desk.provider().hasDone(one.ref, refund)).toBe(true);
    });
  });
}

function checkUnknown(desk: PaymentDesk): void {
  test('an object that does not exist is refused, not unreachable', async () => {
    const ref = `pay_${randomUUID()}`;
    const calls = [
      () => desk.provider().read(ref),
      () => desk.provider().inspect(ref),
      () => desk.provider().cancel(ref),
      () => desk.provider().confirm(ref, desk.under().tokens.good),
      () => desk.provider().capture(ref, euros(1), randomUUID()),
      () => desk.provider().refund(ref, euros(1), randomUUID()),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refused);
  });
}
