import type { MarketingEvidence } from '../../../core/checkouts/marketing.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { formatTime, wrap } from '../terminal.ts';

type Decided = { marketingConsent: boolean; marketing: MarketingEvidence | null };

const AGREED: Record<MarketingEvidence['by'], string> = {
  shopper: 'agreed',
  store: 'left the box ticked as it started',
};

export function marketingText({ marketingConsent, marketing }: Decided, { timeZone }: Store, columns: number): string {
  if (!marketing) return marketingConsent ? 'agreed, to a text that was not stored' : 'did not agree';
  const decided = marketingConsent ? AGREED[marketing.by] : 'did not agree';
  const at = formatTime(new Date(marketing.decidedAt), timeZone);
  return [`${decided} on ${at}, to these words:`, ...wrap(marketing.text, columns)].join('\n');
}
