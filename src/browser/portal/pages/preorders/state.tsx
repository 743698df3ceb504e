import type { Preorder } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Record<Preorder['state'], Tone> = {
  placed: 'busy',
  payment_due: 'bad',
  released: 'warn',
  fulfilled: 'good',
  returned: 'neutral',
  cancelled: 'neutral',
};

export function PreorderState({ state }: { state: Preorder['state'] }) {
  return <Badge tone={TONES[state]}>{t(`preorder.state.${state}`)}</Badge>;
}

/** Returns the shopper's name, or the e-mail where the checkout had no name; null without the right to see it. */
export function shopperOf({ contact }: Preorder): string | null {
  if (contact === null) return null;
  const { firstName = '', lastName = '' } = contact.address;
  return [firstName, lastName].filter((part) => part !== '').join(' ') || contact.email;
}

/** The states of line items that can still be cancelled. */
export const CANCELLABLE: readonly Preorder['state'][] = ['placed', 'released', 'payment_due'];
