import { describe, expect, it } from 'vitest';
import { marketingDecision } from './marketing.ts';

const shown = { asked: true, box: 'ask', ticked: true, leftTicked: false } as const;

describe('the decision about marketing', () => {
  it('is null when no box was shown', () => {
    expect(marketingDecision({ ...shown, asked: false })).toBeNull();
  });

  it('is the shopper’s when the shopper touched the box', () => {
    for (const box of ['ask', 'collected'] as const) {
      expect(marketingDecision({ ...shown, box })).toEqual({ agreed: true, by: 'shopper' });
      expect(marketingDecision({ ...shown, box, ticked: false })).toEqual({ agreed: false, by: 'shopper' });
    }
  });

  it('is the store’s when its tick was left, and only if the store has collected consent', () => {
    const left = { ...shown, leftTicked: true };
    expect(marketingDecision({ ...left, box: 'collected' })).toEqual({ agreed: true, by: 'store' });
    for (const box of ['ask', 'off'] as const) {
      expect(marketingDecision({ ...left, box })).toEqual({ agreed: false, by: 'shopper' });
    }
  });
});
