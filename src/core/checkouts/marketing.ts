import type { MarketingBox, MarketingDecision } from '../../domain/marketing.ts';
import { translate } from '../../messages/catalogue.ts';

/** Returns the exact text of the box for marketing, the store's own or our default; null when there is no box. */
export function marketingText(
  store: { storeName: string; marketingBox: MarketingBox; marketingText: string | null },
  locale: string,
): string | null {
  if (store.marketingBox === 'off') return null;
  return store.marketingText ?? translate(locale, 'checkout.marketing', { store: store.storeName });
}

/** The evidence of a decision: the text beside the box, when the decision was made, and whose act it was. */
export type MarketingEvidence = { text: string; decidedAt: string; by: MarketingDecision['by'] };

/** SQL: the evidence in a row of contacts, as JSON. Null when no box was shown or the shopper has not decided yet. */
export const marketingEvidence = (contact: string): string =>
  `CASE WHEN ${contact}.marketing_decided_at IS NOT NULL THEN json_build_object(
     'text', ${contact}.marketing_text, 'decidedAt', ${contact}.marketing_decided_at, 'by', ${contact}.marketing_by) END`;
