import type { Discount } from '../../requests/kinds.ts';
import { currentLocale, t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { moment, money } from '../../ui/format.ts';

const TONES: Record<Discount['state'], Tone> = { on: 'good', coming: 'busy', used_up: 'warn', over: 'neutral' };

export function DiscountState({ state }: { state: Discount['state'] }) {
  return <Badge tone={TONES[state]}>{t(`discounts.state.${state}`)}</Badge>;
}

/** What a code takes off, such as `15%`. */
export function offText({ off, currency }: Pick<Discount, 'off' | 'currency'>): string {
  if ('amount' in off) return money(off.amount, currency);
  return t('discounts.off.percent', { percent: new Intl.NumberFormat(currentLocale()).format(off.percent) });
}

/** When a code is valid, in the time of the store. */
export function validText(discount: Discount, timeZone: string | undefined): string {
  const { starts_at: starts, ends_at: ends, ended_at: ended } = discount;
  const at = (time: string) => moment(time, timeZone);
  if (ended !== null) return t('discounts.valid.ended', { time: at(ended) });
  if (starts !== null && ends !== null) return t('discounts.valid.window', { from: at(starts), until: at(ends) });
  if (starts !== null) return t('discounts.valid.from', { from: at(starts) });
  if (ends !== null) return t('discounts.valid.until', { until: at(ends) });
  return t('discounts.valid.always');
}
