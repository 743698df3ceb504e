import { Fragment } from 'preact';
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

/** The order of the filter and of the badges of one pre-order. */
export const STATES = Object.keys(TONES) as Preorder['state'][];

/** The state of a pre-order, or each state that units of it are in, with their number. */
export function PreorderStates({ preorder: { state, lines } }: { preorder: Pick<Preorder, 'state' | 'lines'> }) {
  const counts = STATES.map((one) => ({ one, count: lines.filter((line) => line.state === one).length }));
  const some = counts.filter(({ count }) => count > 0);
  if (some.length < 2) return <PreorderState state={state} />;
  return (
    <>
      {some.map(({ one, count }) => (
        <Fragment key={one}>
          <Badge tone={TONES[one]}>{t('preorder.state.some', { state: t(`preorder.state.${one}`), count })}</Badge>{' '}
        </Fragment>
      ))}
    </>
  );
}

export function PreorderState({ state }: { state: Preorder['state'] }) {
  return <Badge tone={TONES[state]}>{t(`preorder.state.${state}`)}</Badge>;
}

/** Returns the shopper's name, or the e-mail where the checkout had no name; null without the right to see it. */
export function shopperOf({ contact }: Pick<Preorder, 'contact'>): string | null {
  if (contact === null) return null;
  const { firstName = '', lastName = '' } = contact.address;
  return [firstName, lastName].filter((part) => part !== '').join(' ') || contact.email;
}

/** The states of line items that can still be cancelled. */
export const CANCELLABLE: readonly Preorder['state'][] = ['placed', 'released', 'payment_due'];
