import type { Waitlist } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const TONES: Record<Waitlist['state'], Tone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'busy',
  OPEN: 'good',
  PAUSED: 'warn',
  CLOSED: 'neutral',
};

export type Units = { allocated: number; held: number; sold: number; left: number };

/** Adds up the units of all variants. */
export function unitsOf({ variants }: Waitlist): Units {
  const units = { allocated: 0, held: 0, sold: 0, left: 0 };
  for (const variant of variants) {
    units.allocated += variant.allocated;
    units.held += variant.held;
    units.sold += variant.sold;
    units.left += variant.left;
  }
  return units;
}

export function WaitlistState({ waitlist }: { waitlist: Waitlist }) {
  const soldOut = waitlist.open && unitsOf(waitlist).left === 0;
  return soldOut ? (
    <Badge tone="busy">{t('waitlist.sold_out')}</Badge>
  ) : (
    <Badge tone={TONES[waitlist.state]}>{t(`waitlist.state.${waitlist.state}`)}</Badge>
  );
}

/** A bar of sold and held units, with the same in words. */
export function Sold({ units: { allocated, held, sold } }: { units: Units }) {
  const part = (of: number) => (allocated === 0 ? 0 : (of / allocated) * 100);
  return (
    <span class="sold">
      <span class="sold__text">
        {allocated === 0 ? t('waitlist.no_units') : t('waitlist.sold_of', { sold, allocated })}
      </span>
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar__ground" width="100" height="6" />
        <rect class="bar__held" width={part(sold + held)} height="6" />
        <rect class="bar__sold" width={part(sold)} height="6" />
      </svg>
    </span>
  );
}
