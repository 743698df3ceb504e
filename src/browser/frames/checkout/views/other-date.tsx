import { Notice } from '../../../ui/notice.tsx';
import type { ViewProps } from './view-props.ts';

/** Tells the shopper that the held units ship in another window than the one shown before the hold. */
export function OtherDate({ context, state: { checkout } }: ViewProps) {
  const { t, offer } = context;
  const before = offer.variants.find(({ id }) => id === checkout?.variantId)?.ships;
  if (!checkout || before === undefined || before === checkout.ships) return null;
  return (
    <Notice kind="info">
      <p>{t('ships_other', { window: checkout.ships, before })}</p>
    </Notice>
  );
}
