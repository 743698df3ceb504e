import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AMOUNT, euros, type PaymentFixture } from './payment-fixture.ts';

const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' });

export function checkSave(fixture: PaymentFixture): void {
  describe('an object that keeps the card', () => {
    const METHOD = {
      ref: expect.stringMatching(/./),
      customerRef: expect.stringMatching(/./),
      brand: expect.stringMatching(/./),
      last4: expect.stringMatching(/^\d{4}$/),
    };

    test('without a payment is saved, has nothing to capture, and stays saved', async () => {
      const { ref } = await fixture.created('save');
      const saved = await fixture.provider().confirm(ref, fixture.under().tokens.good);
      expect(saved).toMatchObject({ ref, status: 'saved', amount: 0, capturedAmount: 0, method: METHOD });
      expect(await fixture.provider().read(ref)).toEqual(saved);
      await expect(fixture.provider().capture(ref, euros(1), randomUUID())).rejects.toEqual(refused);
      expect((await fixture.provider().cancel(ref)).status).toBe('saved');
    });

    test('tells when the card expires, or that it is unknown', async () => {
      const { expiresOn } = await fixture.kept(fixture.under().tokens.good);
      if (expiresOn !== null) expect(new Date(`${expiresOn}T00:00:00Z`).toISOString()).toContain(expiresOn);
    });

    test('and pays is authorised like any other', async () => {
      const { ref } = await fixture.created('pay_and_save');
      const payment = await fixture.provider().confirm(ref, fixture.under().tokens.good);
      expect(payment).toMatchObject({ status: 'authorised', amount: AMOUNT, method: METHOD });
      expect(await fixture.provider().capture(ref, euros(AMOUNT), randomUUID())).toMatchObject({
        capturedAmount: AMOUNT,
      });
    });

    test.each(['save', 'pay_and_save'] as const)('%s: a declined card is not kept; the next one is', async (intent) => {
      const { ref } = await fixture.created(intent);
      const declined = await fixture.provider().confirm(ref, fixture.under().tokens.declined);
      expect(declined).toMatchObject({ status: 'requires_payment_method', declineCode: 'card_declined' });
      expect(declined.method).toBeUndefined();
      expect((await fixture.provider().confirm(ref, fixture.under().tokens.good)).method).toMatchObject(METHOD);
    });

    test('keeps the card after a challenge', async () => {
      const { ref } = await fixture.created('save');
      const asked = await fixture.provider().confirm(ref, fixture.under().tokens.secondStep);
      expect(asked.status).toBe('requires_action');
      expect(asked.method).toBeUndefined();
      await fixture.under().approve(asked);
      expect(await fixture.provider().read(ref)).toMatchObject({ status: 'saved', method: METHOD });
    });

    test('has no amount, and an object that only pays keeps no card', async () => {
      const request = { ...fixture.request('save'), amount: 1 };
      await expect(fixture.provider().create(request)).rejects.toEqual(refused);
      expect((await fixture.authorised()).method).toBeUndefined();
    });

    test('can be forgotten repeatedly, and its card cannot be charged any more', async () => {
      const method = await fixture.kept(fixture.under().tokens.good);
      await fixture.provider().forget(method);
      await fixture.provider().forget(method);
      await expect(fixture.provider().charge(fixture.chargeOf(method))).rejects.toEqual(refused);
    });
  });
}

export function checkCharge(fixture: PaymentFixture): void {
  describe('charge', () => {
    test.each(['save', 'pay_and_save'] as const)('takes the money of a card kept by %s immediately', async (intent) => {
      const request = fixture.chargeOf(await fixture.kept(fixture.under().tokens.good, intent));
      const charged = await fixture.provider().charge(request);
      expect(charged).toMatchObject({ status: 'captured', amount: AMOUNT, capturedAmount: AMOUNT, refundedAmount: 0 });
      expect(await fixture.provider().read(charged.ref)).toEqual(charged);
      expect(await fixture.provider().hasDone(charged.ref, request.movementId)).toBe(true);
    });

    test('is found by its attempt, but not before the charge', async () => {
      const request = fixture.chargeOf(await fixture.kept(fixture.under().tokens.good));
      const find = () => fixture.provider().findCharge(request);
      expect(await find()).toBeNull();
      const charged = await fixture.provider().charge(request);
      expect(await find()).toEqual(charged);
      expect(await fixture.provider().findCharge({ ...request, attemptId: randomUUID() })).toBeNull();
    });

    test('of a card that passed a challenge when it was kept needs no other', async () => {
      const method = await fixture.kept(fixture.under().tokens.secondStep);
      expect((await fixture.provider().charge(fixture.chargeOf(method))).status).toBe('captured');
    });

    test('is idempotent by attempt, also in parallel', async () => {
      const request = fixture.chargeOf(await fixture.kept(fixture.under().tokens.good));
      const answers = await Promise.all([1, 2, 3].map(() => fixture.provider().charge(request)));
      answers.push(await fixture.provider().charge(request));
      expect(new Set(answers.map(({ ref }) => ref)).size).toBe(1);
      for (const answer of answers) expect(answer.capturedAmount).toBe(AMOUNT);
    });

    test('charges a kept card again for another attempt, and refunds each separately', async () => {
      const method = await fixture.kept(fixture.under().tokens.good);
      const one = await fixture.provider().charge(fixture.chargeOf(method));
      const other = await fixture.provider().charge(fixture.chargeOf(method, 1_000));
      expect(other.ref).not.toBe(one.ref);
      await fixture.provider().refund(other.ref, euros(1_000), randomUUID());
      await expect(fixture.provider().refund(other.ref, euros(1), randomUUID())).rejects.toEqual(refused);
      expect((await fixture.provider().read(one.ref)).refundedAmount).toBe(0);
    });

    test('that is declined takes nothing, gives the reason, stays declined, and can be cancelled', async () => {
      const request = fixture.chargeOf(await fixture.kept(fixture.under().tokens.chargeDeclined));
      const declined = await fixture.provider().charge(request);
      expect(declined).toMatchObject({ status: 'requires_payment_method', capturedAmount: 0 });
      expect(declined.declineCode).toBe('card_declined');
      expect(await fixture.provider().charge(request)).toMatchObject({ ref: declined.ref, capturedAmount: 0 });
      expect(await fixture.provider().hasDone(declined.ref, request.movementId)).toBe(false);
      expect((await fixture.provider().cancel(declined.ref)).status).toBe('cancelled');
      expect((await fixture.provider().charge(request)).status).toBe('cancelled');
    });

    test('that needs a challenge takes nothing and can be cancelled', async () => {
      const request = fixture.chargeOf(await fixture.kept(fixture.under().tokens.chargeSecondStep));
      const asked = await fixture.provider().charge(request);
      expect(asked).toMatchObject({ status: 'requires_action', capturedAmount: 0 });
      expect((await fixture.provider().cancel(asked.ref)).status).toBe('cancelled');
    });

    test('of an unknown card, or of no amount, is refused', async () => {
      const method = await fixture.kept(fixture.under().tokens.good);
      const unknown = { ...method, ref: `pm_${randomUUID().replaceAll('-', '')}` };
      await expect(fixture.provider().charge(fixture.chargeOf(unknown))).rejects.toEqual(refused);
      await expect(fixture.provider().charge(fixture.chargeOf(method, 0))).rejects.toEqual(refused);
    });
  });
}
