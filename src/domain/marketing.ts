/**
 * The store's box in the checkout that asks for consent to marketing. `off`: there is none. `ask`: nobody ticks it but the
 * shopper. `collected`: the store has collected consent before, and where its page says so of a customer, it starts ticked.
 */
export const MARKETING_BOXES = ['off', 'ask', 'collected'] as const;
export type MarketingBox = (typeof MARKETING_BOXES)[number];

/** Whose act a tick is: the shopper's, or the store's, which they left as it stood. */
export type MarketingDecision = { agreed: boolean; by: 'shopper' | 'store' };

/**
 * What a box says that was shown; null where none was, for a consent to no words is none. A tick that stood there already
 * counts only as long as the store still says that it has the consent.
 */
export function marketingDecision(shown: {
  asked: boolean;
  box: MarketingBox;
  ticked: boolean;
  /** It stood ticked when the shopper came to it, and they have not touched it. */
  leftTicked: boolean;
}): MarketingDecision | null {
  const { asked, box, ticked, leftTicked } = shown;
  if (!asked) return null;
  if (!ticked || !leftTicked) return { agreed: ticked, by: 'shopper' };
  return box === 'collected' ? { agreed: true, by: 'store' } : { agreed: false, by: 'shopper' };
}
