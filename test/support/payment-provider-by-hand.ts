import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AMOUNT, euros, type PaymentFixture } from './payment-fixture.ts';

const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' });

/** Checks actions in the provider's dashboard: ours are refused afterwards, and `inspect` reports theirs. */
export function checkOtherHand(fixture: PaymentFixture): void {
  const inspect = (ref: string) => fixture.provider().inspect(ref);
  const byHand = () => fixture.under().byHand;

  describe('inspect', () => {
    test('reports our own actions, each refund with its movement', async () => {
      const { ref } = await fixture.authorised();
      expect(await inspect(ref)).toMatchObject({
        status: 'authorised',
        currency: 'EUR',
        capturedAmount: 0,
        refunds: [],
      });
      await fixture.provider().capture(ref, euros(10_000), randomUUID());
      expect(await inspect(ref)).toMatchObject({ status: 'captured', capturedAmount: 10_000, refunds: [] });
      const movementId = randomUUID();
      await fixture.provider().refund(ref, euros(300), movementId);
      expect((await inspect(ref)).refunds).toEqual([{ ref: expect.any(String), movementId, amount: 300 }]);
    });

    test.each([AMOUNT, 4_000])(
      'tells of a capture of %i by another hand, after which ours is refused',
      async (amount) => {
        const { ref } = await fixture.authorised();
        await byHand().capture(ref, amount);
        const movementId = randomUUID();
        await expect(fixture.provider().capture(ref, euros(amount), movementId)).rejects.toEqual(refused);
        expect(await fixture.provider().hasDone(ref, movementId)).toBe(false);
        expect(await inspect(ref)).toMatchObject({
          status: 'captured',
          currency: 'EUR',
          capturedAmount: amount,
          refunds: [],
        });
        expect(await fixture.provider().cancel(ref)).toMatchObject({ status: 'captured', capturedAmount: amount });
      },
    );

    test('reports an authorisation that another hand cancelled', async () => {
      const { ref } = await fixture.authorised();
      await byHand().cancel(ref);
      await expect(fixture.provider().capture(ref, euros(AMOUNT), randomUUID())).rejects.toEqual(refused);
      expect(await inspect(ref)).toMatchObject({ status: 'cancelled', capturedAmount: 0, refunds: [] });
    });

    test('tells refunds by another hand from ours, and our refund of more than is left is refused', async () => {
      const { ref } = await fixture.captured();
      const movementId = randomUUID();
      await fixture.provider().refund(ref, euros(300), movementId);
      await byHand().refund(ref, 13_000);
      const { refunds } = await inspect(ref);
      expect(refunds).toHaveLength(2);
      expect(refunds).toContainEqual({ ref: expect.any(String), movementId, amount: 300 });
      expect(refunds).toContainEqual({ ref: expect.any(String), movementId: null, amount: 13_000 });
      expect(new Set(refunds.map((refund) => refund.ref)).size).toBe(2);
      await expect(fixture.provider().refund(ref, euros(91), randomUUID())).rejects.toEqual(refused);
    });
  });
}
