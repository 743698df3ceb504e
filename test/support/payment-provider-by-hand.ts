import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AMOUNT, euros, type PaymentDesk } from './payment-desk.ts';

const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' });

/** Checks actions in the provider's dashboard: ours are refused afterwards, and `inspect` reports theirs. */
export function checkOtherHand(desk: PaymentDesk): void {
  const inspect = (ref: string) => desk.provider().inspect(ref);
  const byHand = () => desk.under().byHand;

  describe('inspect', () => {
    test('reports our own actions, each refund with its movement', async () => {
      const { ref } = await desk.authorised();
      expect(await inspect(ref)).toMatchObject({
        status: 'authorised',
        currency: 'EUR',
        capturedAmount: 0,
        refunds: [],
      });
      await desk.provider().capture(ref, euros(10_000), randomUUID());
      expect(await inspect(ref)).toMatchObject({ status: 'captured', capturedAmount: 10_000, refunds: [] });
      const movementId = randomUUID();
      await desk.provider().refund(ref, euros(300), movementId);
      expect((await inspect(ref)).refunds).toEqual([{ ref: expect.any(String), movementId, amount: 300 }]);
    });

    test.each([AMOUNT, 4_000])(
      'tells of a capture of %i by another hand, after which ours is refused',
      async (amount) => {
        const { ref } = await desk.authorised();
        await byHand().capture(ref, amount);
        const movementId = randomUUID();
        await expect(desk.provider().capture(ref, euros(amount), movementId)).rejects.toEqual(refused);
        expect(await desk.provider().hasDone(ref, movementId)).toBe(false);
        expect(await inspect(ref)).toMatchObject({
          status: 'captured',
          currency: 'EUR',
          capturedAmount: amount,
          refunds: [],
        });
        expect(await desk.provider().cancel(ref)).toMatchObject({ status: 'captured', capturedAmount: amount });
      },
    );

    test('reports an authorisation that another hand cancelled', async () => {
      const { ref } = await desk.authorised();
      await byHand().cancel(ref);
      await expect(desk.provider().capture(ref, euros(AMOUNT), randomUUID())).rejects.toEqual(refused);
      expect(await inspect(ref)).toMatchObject({ status: 'cancelled', capturedAmount: 0, refunds: [] });
    });

    test('tells refunds by another hand from ours, and our refund of more than is left is refused', async () => {
      const { ref } = await desk.captured();
      const movementId = randomUUID();
      await desk.provider().refund(ref, euros(300), movementId);
      await byHand().refund(ref, 13_000);
      const { refunds } = await inspect(ref);
      expect(refunds).toHaveLength(2);
      expect(refunds).toContainEqual({ ref: expect.any(String), movementId, amount: 300 });
      expect(refunds).toContainEqual({ ref: expect.any(String), movementId: null, amount: 13_000 });
      expect(new Set(refunds.map((refund) => refund.ref)).size).toBe(2);
      await expect(desk.provider().refund(ref, euros(91), randomUUID())).rejects.toEqual(refused);
    });
  });
}
