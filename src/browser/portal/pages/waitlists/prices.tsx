import { steepChanges } from '../../../../domain/price-change.ts';
import { ask } from '../../requests/ask.ts';
import type { Fault } from '../../requests/fault.ts';
import type { Waitlist } from '../../requests/kinds.ts';
import type { FormModel } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { decimal, isAmount, money, typedDecimal } from '../../ui/format.ts';

type Variant = Waitlist['variants'][number];

/** The prices of the variants as they are typed in, by their fields. */
export type Prices = Record<`price-${string}` | `compare-${string}`, string>;

export const pricesOf = ({ variants }: Waitlist): Prices =>
  Object.fromEntries(
    variants.flatMap(({ id, price, compare_at_price: compareAt }) => [
      [`price-${id}`, typedDecimal(price)],
      [`compare-${id}`, typedDecimal(compareAt)],
    ]),
  );

/** Returns the prices that differ from before, for the service to check. */
export function changedPrices({ variants }: Waitlist, typed: Prices, before: Prices) {
  return variants.flatMap(({ id }) => {
    const [price, compareAt] = [`price-${id}`, `compare-${id}`] as const;
    const differs = (name: keyof Prices) => typed[name] !== before[name];
    const changed = {
      ...(differs(price) && { price: decimal(typed[price] ?? '') }),
      ...(differs(compareAt) && { compare_at_price: decimal(typed[compareAt] ?? '').trim() || null }),
    };
    return Object.keys(changed).length > 0 ? [{ variant: id, ...changed }] : [];
  });
}

type PricesProps = { waitlist: Waitlist; form: FormModel<Prices> };

export const nameOf = ({ title, sku }: Variant): string => title || sku || t('variant.only');

/** The price of each variant, and as soon as one is typed, what becomes of it. */
export function PriceFields({ waitlist, form }: PricesProps) {
  return (
    <>
      {waitlist.variants.map((variant) => {
        const name = nameOf(variant);
        return (
          <fieldset key={variant.id} class="pair" aria-label={name}>
            <Amount
              {...form.field(`price-${variant.id}`)}
              currency={waitlist.currency}
              label={t('edit.price_of', { variant: name })}
              required
            />
            <Amount
              {...form.field(`compare-${variant.id}`)}
              currency={waitlist.currency}
              label={t('edit.compare_at_of', { variant: name })}
            />
          </fieldset>
        );
      })}
      <p class="muted">{t('edit.compare_at.hint')}</p>
      <div role="status">
        <Changes changes={priceChanges(waitlist, form.values)} />
      </div>
    </>
  );
}

export type Change = { id: string; name: string; before: string; after: string; currency: string };

function priceChanges({ variants, currency }: Waitlist, typed: Prices): Change[] {
  return variants
    .map((variant) => ({ variant, after: typed[`price-${variant.id}`] ?? '' }))
    .filter(({ variant, after }) => isAmount(after) && Number(decimal(after)) !== Number(variant.price))
    .map(({ variant, after }) => {
      const digits = variant.price.split('.')[1]?.length ?? 0;
      const { id, price: before } = variant;
      return { id, name: nameOf(variant), before, after: Number(decimal(after)).toFixed(digits), currency };
    });
}

/** The prices before and after, one a line. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul class="points">
      {changes.map(({ id, name, before, after, currency }) => (
        <li key={id}>
          {t('edit.price.becomes', { variant: name, before: money(before, currency), after: money(after, currency) })}
        </li>
      ))}
    </ul>
  );
}

// An amount has at most four decimals.
const whole = (amount: string): number => Math.round(Number(amount) * 10_000);

// A dialog with more would scroll on a phone; the preview of a file names all of them.
const ASKED_MAX = 12;

/** Asks about prices that may be slips; without any it is sure. */
export async function sureOfSteep(text: string, steep: readonly Change[]): Promise<boolean> {
  if (steep.length === 0) return true;
  const more = steep.length - ASKED_MAX;
  return ask({
    title: t('edit.price.sure'),
    text: (
      <>
        <p>{text}</p>
        <Changes changes={steep.slice(0, ASKED_MAX)} />
        {more > 0 && <p>{t('edit.price.more', { count: more })}</p>}
      </>
    ),
    stay: t('leave.stay'),
    go: t('edit.price.sure.go'),
  });
}

/** Asks before prices that shoppers see change so much that it may be a slip. */
export async function sureOfPrices(waitlist: Waitlist, typed: Prices): Promise<boolean> {
  const changes = priceChanges(waitlist, typed).map((change) => ({
    change,
    before: whole(change.before),
    after: whole(change.after),
  }));
  const steep = steepChanges(waitlist.state, changes).map(({ change }) => change);
  return sureOfSteep(t('edit.price.sure.text'), steep);
}

/** Says which struck prices are not above the price: the law wants that. */
export function wrongPrices({ variants }: Waitlist, typed: Prices): Record<string, string | false> {
  return Object.fromEntries(
    variants.map(({ id }) => {
      const [price, struck] = [typed[`price-${id}`] ?? '', typed[`compare-${id}`] ?? ''];
      const isBelow = isAmount(price) && isAmount(struck) && Number(decimal(struck)) <= Number(decimal(price));
      return [`compare-${id}`, isBelow && t('edit.compare_at.low')];
    }),
  );
}

/** Finds the field of a refused price: the service names the variant. */
export function priceFault(fault: Fault): Fault {
  const { param, data } = fault;
  if (typeof data?.variant !== 'string') return fault;
  return { ...fault, param: `${param?.startsWith('compare_at') ? 'compare' : 'price'}-${data.variant}` };
}
