import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AMOUNT, euros, type PaymentDesk } from './payment-desk.ts';

const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' });

export function checkSave(desk: PaymentDesk): void {
  describe('an object that keeps the card', () => {
    const METHOD = {
      ref: expect.stringMatching(/./),
      customerRef: expect.stringMatching(/./),
      brand: expect.stringMatching(/./),
      last4: expect.stringMatching(/^\d{4}$/),
    };

    test('without a payment is saved, has nothing to capture, and stays saved', async () => {
      const { ref } = await desk.created('save');
      const saved = await desk.provider().confirm(ref, desk.under().tokens.good);
      expect(saved).toMatchObject({ ref, status: 'saved', amount: 0, capturedAmount: 0, method: METHOD });
      expect(await desk.provider().read(ref)).toEqual(saved);
      await expect(desk.provider().capture(ref, euros(1), randomUUID())).rejects.toEqual(refused);
      expect((await desk.provider().cancel(ref)).status).toBe('saved');
    });

    test('tells when the card expires, or that it is unknown', async () => {
      const { expiresOn } = await desk.kept(desk.under().tokens.good);
      if (expiresOn !== null) expect(new Date(`${expiresOn}T00:00:00Z`).toISOString()).toContain(expiresOn);
    });

    test('and pays is authorised like any other', async () => {
      const { ref } = await desk.created('pay_and_save');
      const payment = await desk.provider().confirm(ref, desk.under().tokens.good);
      expect(payment).toMatchObject({ status: 'authorised', amount: AMOUNT, method: METHOD });
      expect(await desk.provider().capture(ref, euros(AMOUNT), randomUUID())).toMatchObject({ capturedAmount: AMOUNT });
    });

    test.each(['save', 'pay_and_save'] as const)('%s: a declined card is not kept; the next one is', async (intent) => {
      const { ref } = await desk.created(intent);
      const declined = await desk.provider().confirm(ref, desk.under().tokens.declined);
      expect(declined).toMatchObject({ status: 'requires_payment_method', declineCode: 'card_declined' });
      expect(declined.method).toBeUndefined();
      expect((await desk.provider().confirm(ref, desk.under().tokens.good)).method).toMatchObject(METHOD);
    });

    test('keeps the card after a challenge', async () => {
      const { ref } = await desk.created('save');
      const asked = await desk.provider().confirm(ref, desk.under().tokens.secondStep);
      expect(asked.status).toBe('requires_action');
      expect(asked.method).toBeUndefined();
      await desk.under().approve(asked);
      expect(await desk.provider().read(ref)).toMatchObject({ status: 'saved', method: METHOD });
    });

    test('has no amount, and an object that only pays keeps no card', async () => {
      const request = { ...desk.request('save'), amount: 1 };
      await expect(desk.provider().create(request)).rejects.toEqual(refused);
      expect((await desk.authorised()).method).toBeUndefined();
    });

    test('can be forgotten repeatedly, and its card cannot be charged any more', async () => {
      const method = await desk.kept(desk.under().tokens.good);
      await desk.provider().forget(method);
      await desk.provider().forget(method);
      await expect(desk.provider().charge(desk.chargeOf(method))).rejects.toEqual(refused);
    });
  });
}

export function checkCharge(desk: PaymentDesk): void {
  describe('charge', () => {
    test.each(['save', 'pay_and_save'] as const)('takes the money of a card kept by %s immediately', async (intent) => {
      const request = desk.chargeOf(await desk.kept(desk.under().tokens.good, intent));
      const charged = await desk.provider().charge(request);
      expect(charged).toMatchObject({ status: 'captured', amount: AMOUNT, capturedAmount: AMOUNT, refundedAmount: 0 });
      expect(await desk.provider().read(charged.ref)).toEqual(charged);
      expect(await desk.provider().hasDone(charged.ref, request.movementId)).toBe(true);
    });

    test('is found by its attempt, but not before the charge', async () => {
      const request = desk.chargeOf(await desk.kept(desk.under().tokens.good));
      const find = () => desk.provider().findCharge(request);
      expect(await find()).toBeNull();
      const charged = await desk.provider().charge(request);
      expect(await find()).toEqual(charged);
      expect(await desk.provider().findCharge({ ...request, attemptId: randomUUID() })).toBeNull();
    });

    test('of a card that passed a challenge when it was kept needs no other', async () => {
      const method = await desk.kept(desk.under().tokens.secondStep);
      expect((await desk.provider().charge(desk.chargeOf(method))).status).toBe('captured');
    });

    test('is idempotent by attempt, also in parallel', async () => {
      const request = desk.chargeOf(await desk.kept(desk.under().tokens.good));
      const answers = await Promise.all([1, 2, 3].map(() => desk.provider().charge(request)));
      answers.push(await desk.provider().charge(request));
      expect(new Set(answers.map(({ ref }) => ref)).size).toBe(1);
      for (const answer of answers) expect(answer.capturedAmount).toBe(AMOUNT);
    });

    test('charges a kept card again for another attempt, and refunds each separately', async () => {
      const method = await desk.kept(desk.under().tokens.good);
      const one = await desk.provider().charge(desk.chargeOf(method));
      const other = await desk.provider().charge(desk.chargeOf(method, 1_000));
      expect(other.ref).not.toBe(one.ref);
      await desk.provider().refund(other.ref, euros(1_000), randomUUID());
      await expect(desk.provider().refund(other.ref, euros(1), randomUUID())).rejects.toEqual(refused);
      expect((await desk.provider().read(one.ref)).refundedAmount).toBe(0);
    });

    test('that is declined takes nothing, gives the reason, stays declined, and can be cancelled', async () => {
      const request = desk.chargeOf(await desk.kept(desk.under().tokens.chargeDeclined));
      const declined = await desk.provider().charge(request);
      expect(declined).toMatchObject({ status: 'requires_payment_method', capturedAmount: 0 });
      expect(declined.declineCode).toBe('card_declined');
      expect(await desk.provider().charge(request)).toMatchObject({ ref: declined.ref, capturedAmount: 0 });
      expect(await desk.provider().hasDone(declined.ref, request.movementId)).toBe(false);
      expect((await desk.provider().cancel(declined.ref)).status).toBe('cancelled');
      expect((await desk.provider().charge(request)).status).toBe('cancelled');
    });

    test('that needs a challenge takes nothing and can be cancelled', async () => {
      const request = desk.chargeOf(await desk.kept(desk.under().tokens.chargeSecondStep));
      const asked = await desk.provider().charge(request);
      expect(asked).toMatchObject({ status: 'requires_action', capturedAmount: 0 });
      expect((await desk.provider().cancel(asked.ref)).status).toBe('cancelled');
    });

    test('of an unknown card, or of no amount, is refused', async () => {
      const method = await desk.kept(desk.under().tokens.good);
      const unknown = { ...method, ref: `pm_${randomUUID().replaceAll('-', '')}` };
      await expect(desk.provider().charge(desk.chargeOf(unknown))).rejects.toEqual(refused);
      await expect(desk.provider().charge(desk.chargeOf(method, 0))).rejects.toEqual(refused);
    });
  });
}
