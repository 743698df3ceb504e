import type { Webhook } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';

/** Whether an endpoint gets messages, and why not. */
export function WebhookState({ webhook: { enabled, disabled_reason: reason } }: { webhook: Webhook }) {
  if (enabled) return <Badge tone="good">{t('webhooks.enabled')}</Badge>;
  return <Badge tone={reason === 'asked' ? 'neutral' : 'bad'}>{t(`webhooks.disabled.${reason ?? 'asked'}`)}</Badge>;
}
