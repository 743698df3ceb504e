import { currentLocale, t } from '../../texts.ts';
import { count, decimal, money } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import type { Draft } from './draft.ts';

type SummaryProps = { draft: Draft; currency: string };

/** Says in words what the code of the form will do. */
export function Summary({ draft, currency }: SummaryProps) {
  const { code, starts_at: starts, ends_at: ends, uses_max: uses, minimum } = draft;
  const times = Number(uses);
  const lines = [
    offLine(draft, currency),
    Number(decimal(minimum)) > 0 && t('discounts.new.summary.minimum', { amount: money(decimal(minimum), currency) }),
    forLine(draft),
    starts === '' ? t('discounts.new.summary.now') : t('discounts.new.summary.starts', { time: local(starts) }),
    ends === '' ? t('discounts.new.summary.open') : t('discounts.new.summary.ends', { time: local(ends) }),
    times > 0 ? t('discounts.new.summary.uses', { count: times }) : t('discounts.new.summary.any'),
  ];
  return (
    <Card title={t('discounts.new.summary')}>
      {code !== '' && (
        <p class="long">
          <code>{code}</code>
        </p>
      )}
      <ul class="points">{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>
    </Card>
  );
}

function offLine({ kind, off }: Draft, currency: string): string {
  const number = Number(decimal(off));
  if (!(number > 0)) return t('discounts.new.summary.off.none');
  if (kind === 'percent') return t('discounts.new.summary.off.percent', { percent: count(number) });
  return t('discounts.new.summary.off.amount', { amount: money(decimal(off), currency) });
}

function forLine({ 'valid-for': validFor, product_id: product, waitlist_id: waitlist }: Draft): string {
  if (validFor === 'product') return t('discounts.new.summary.product', { product: product?.title ?? '…' });
  if (validFor === 'all') return t('discounts.new.summary.all');
  return t('discounts.new.summary.waitlist', { product: waitlist?.product.title ?? '…' });
}

/** Writes a time of a date field as the reader does: it is the store's, so no zone may move it. */
function local(time: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(currentLocale(), options).format(new Date(`${time}Z`));
}
