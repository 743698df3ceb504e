import type { MarketingBox, MarketingDecision } from '../../domain/marketing.ts';
import { translate } from '../../messages/catalogue.ts';

/** Word for word what the box for marketing says, the store's words or ours; null where there is no box. */
export function marketingText(
  store: { storeName: string; marketingBox: MarketingBox; marketingText: string | null },
  locale: string,
): string | null {
  if (store.marketingBox === 'off') return null;
  return store.marketingText ?? translate(locale, 'checkout.marketing', { store: store.storeName });
}

/** What proves a decision: the words beside the box, when it was made, and whose act it was. */
export type MarketingEvidence = { text: string; decidedAt: string; by: MarketingDecision['by'] };

/** SQL: the evidence in a row of contacts, as JSON; null where no box was shown, or nobody pressed the button yet. */
export const marketingEvidence = (contact: string): string =>
  `CASE WHEN ${contact}.marketing_decided_at IS NOT NULL THEN json_build_object(
     'text', ${contact}.marketing_text, 'decidedAt', ${contact}.marketing_decided_at, 'by', ${contact}.marketing_by) END`;
