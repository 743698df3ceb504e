import { Notice } from '../../../ui/notice.tsx';
import type { ViewProps } from './app.tsx';

/** The units that are kept come in another delivery than the one that was shown before they were asked for. */
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
