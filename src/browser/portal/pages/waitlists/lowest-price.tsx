import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { decimal, isAmount, money } from '../../ui/format.ts';
import { nameOf, type Prices } from './prices.tsx';

type Lowest = Schemas['AdminLowestPrices']['variants'][number];

/** Warns of struck prices above the lowest price of 30 days, on which the law wants a reduction based. */
export function LowestPriceHint({ waitlist, typed }: { waitlist: Waitlist; typed: Prices }) {
  const { id, currency } = waitlist;
  const { data } = useData(keyOf(`waitlists/${id}/lowest-prices`), async () => {
    const params = { path: { waitlist_id: id } };
    return bodyOf(await api.GET('/admin/api/v1/waitlists/{waitlist_id}/lowest-prices', { params })).data;
  });
  const high = data?.shown ? data.variants.filter((variant) => isHigh(variant, typed)) : [];
  if (high.length === 0) return null;
  return (
    <Notice kind="warning" title={t('edit.lowest')}>
      <p>{t('edit.lowest.text')}</p>
      <ul class="points">
        {high.map((variant) => {
          const found = waitlist.variants.find((one) => one.id === variant.id);
          const name = found ? nameOf(found) : variant.id;
          return (
            <li key={variant.id}>
              {t('edit.lowest.of', { variant: name, price: money(lowestOf(variant, typed), currency) })}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

const typedPrice = (typed: Prices, field: keyof Prices): number | null =>
  isAmount(typed[field] ?? '') ? Number(decimal(typed[field] ?? '')) : null;

/** Returns the lowest price that counts for the price as it is typed: another one would begin now. */
function lowestOf(
  { id, price, lowest_price: before, lowest_price_until_now: untilNow }: Lowest,
  typed: Prices,
): string {
  const isNew = typedPrice(typed, `price-${id}`) !== Number(price);
  return isNew ? (untilNow ?? before) : before;
}

function isHigh(variant: Lowest, typed: Prices): boolean {
  const struck = typedPrice(typed, `compare-${variant.id}`);
  return struck !== null && struck > Number(lowestOf(variant, typed));
}
