import { describe, expect, it } from 'vitest';
import { marketingDecision } from './marketing.ts';

const shown = { asked: true, box: 'ask', ticked: true, leftTicked: false } as const;

describe('what the box for marketing says', () => {
  it('is nothing where no box was shown', () => {
    expect(marketingDecision({ ...shown, asked: false })).toBeNull();
  });

  it('is what the shopper did, whoever ticked it at first', () => {
    for (const box of ['ask', 'collected'] as const) {
      expect(marketingDecision({ ...shown, box })).toEqual({ agreed: true, by: 'shopper' });
      expect(marketingDecision({ ...shown, box, ticked: false })).toEqual({ agreed: false, by: 'shopper' });
    }
  });

  it('is the store’s own tick only where the store has collected consent', () => {
    const left = { ...shown, leftTicked: true };
    expect(marketingDecision({ ...left, box: 'collected' })).toEqual({ agreed: true, by: 'store' });
    for (const box of ['ask', 'off'] as const) {
      expect(marketingDecision({ ...left, box })).toEqual({ agreed: false, by: 'shopper' });
    }
  });
});
