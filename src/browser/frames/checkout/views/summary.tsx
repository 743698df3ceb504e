import { useState } from 'preact/hooks';
import type { LineItemProperties } from '../../../../protocol/wire/sdk-events.ts';
import { Icon } from '../../../ui/icon.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { SellerNote } from '../../../ui/seller.tsx';
import { type Order, orderOf, shipsOf } from '../order.ts';
import type { Quote } from '../quote.ts';
import type { Context } from '../state.ts';
import { currencyOf } from '../texts.ts';
import { Picture } from './picture.tsx';
import type { ViewProps } from './view-props.ts';

/**
 * Shows the chosen units and their cost; on a phone as one line that expands. Without a variant it shows only the
 * product.
 */
export function Summary({ context, state }: ViewProps) {
  const { t, offer } = context;
  const [open, setOpen] = useState(false);
  const order = orderOf(context, state);
  const image = order?.variant.image ?? offer.product.image;
  const ships = shipsOf(context, state);
  return (
    <aside class="summary" aria-label={t('summary')}>
      <button type="button" class="summary__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Picture src={image} small />
        <SummaryLine context={context} order={order} ships={ships} open={open} />
      </button>
      <div class="summary__content" data-open={open}>
        <div class="product">
          <Picture src={image} />
          <div>
            <p class="product__title">
              <bdi>{offer.product.title}</bdi>
            </p>
            {order?.variant.title && (
              <p class="product__variant">
                <bdi>{order.variant.title}</bdi>
              </p>
            )}
            {visibleProperties(state.lineItemProperties).map(({ name, value }) => (
              <p key={name} class="product__property">
                <bdi>
                  {name}: {value}
                </bdi>
              </p>
            ))}
            {ships && <p class="product__ships">{t('ships', { window: ships })}</p>}
          </div>
        </div>
        {order && (
          <Amounts
            context={context}
            order={order}
            first={`${order.quantity} × ${formatAmount(order.variant.price, currencyOf(context))}`}
            breakdown={breakdownOf(context, order, state.screen === 'done')}
          />
        )}
        {!order?.settled && offer.plan.kind !== 'pay_now' && <p class="summary__note">{offer.plan.text}</p>}
        {offer.description && (
          <p class="summary__note" dir="auto">
            {offer.description}
          </p>
        )}
        <SellerNote t={context.t} store={offer.store} />
      </div>
    </aside>
  );
}

/** The label of the total, and the rows below it that say what is paid when; none if all is paid at once. */
type TotalBreakdown = { total: string; rows: { name: string; amount: number }[] };

function breakdownOf({ t, offer }: Context, { settled }: Order, done: boolean): TotalBreakdown {
  const paid = t(done ? 'done.paid' : 'total_now');
  if (!settled) return { total: offer.plan.kind === 'pay_now' ? paid : t('total'), rows: [] };
  const { total, dueNow } = settled;
  if (total === dueNow) return { total: paid, rows: [] };
  const rows = [
    { name: paid, amount: dueNow },
    { name: t('due_later'), amount: total - dueNow },
  ];
  return { total: t('total'), rows };
}

type SummaryLineProps = { context: Context; order: Order | null; ships: string | undefined; open: boolean };

function SummaryLine({ context, order, ships, open }: SummaryLineProps) {
  const { t, offer } = context;
  const chosen = order && (order.variant.title !== '' || order.quantity > 1);
  const chevron = <Icon name="chevron" />;
  return (
    <>
      <span class="summary__line">
        <span class="visually-hidden">{t(open ? 'summary.hide' : 'summary.show')}: </span>
        <bdi class="summary__title">{offer.product.title}</bdi>
        {chosen && (
          <span class="summary__more">
            <bdi>{order.variant.title}</bdi>
            {order.quantity > 1 && <span>× {order.quantity}</span>}
            {chevron}
          </span>
        )}
        {ships && <span class="summary__more">{t('ships', { window: ships })}</span>}
      </span>
      {!chosen && chevron}
      {order && (
        <span class="summary__total">
          <Total context={context} quote={order.quote} />
        </span>
      )}
    </>
  );
}

/** Shows the total. Before the country is known, it says that the delivery comes on top. */
function Total({ context, quote }: { context: Context; quote: Quote }) {
  const { t, offer } = context;
  return (
    <>
      <span class="money">{formatAmount(quote.total ?? quote.subtotal, currencyOf(context))}</span>
      {quote.total === null && (
        <span class="plus"> {t(offer.pricesIncludeTax ? 'plus_delivery' : 'plus_delivery_tax')}</span>
      )}
    </>
  );
}

type AmountsProps = { order: Order; context: Context; first: string; breakdown: TotalBreakdown };

function Amounts({ order, context, first, breakdown }: AmountsProps) {
  const { t, offer } = context;
  const { quote, country } = order;
  const amount = (value: number) => (value === 0 ? t('free') : formatAmount(value, currencyOf(context)));
  return (
    <div>
      <dl class="amounts">
        <div>
          <dt class="money">{first}</dt>
          <dd class="money">{formatAmount(quote.subtotal, currencyOf(context))}</dd>
        </div>
        {quote.discount > 0 && (
          <div>
            <dt>{t('discount')}</dt>
            <dd class="money">−{formatAmount(quote.discount, currencyOf(context))}</dd>
          </div>
        )}
        {quote.shipping !== null && (
          <div>
            <dt>{country ? t('delivery_to', { country }) : t('delivery')}</dt>
            <dd class="money">{amount(quote.shipping)}</dd>
          </div>
        )}
        {!offer.pricesIncludeTax && quote.tax !== null && quote.tax !== 0 && (
          <div>
            <dt>{t('tax')}</dt>
            <dd class="money">{amount(quote.tax)}</dd>
          </div>
        )}
        <div class="amounts__total">
          <dt>{breakdown.total}</dt>
          <dd>
            <Total context={context} quote={quote} />
          </dd>
        </div>
      </dl>
      {offer.pricesIncludeTax && quote.tax !== null && quote.tax > 0 && (
        <p class="amounts__tax">{t('tax_included', { amount: formatAmount(quote.tax, currencyOf(context)) })}</p>
      )}
      {breakdown.rows.length > 0 && (
        <dl class="amounts amounts--parts">
          {breakdown.rows.map(({ name, amount: part }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="money">{formatAmount(part, currencyOf(context))}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Returns the line item properties to show, e.g. an engraving. By convention, names that begin with `_` are not shown. */
function visibleProperties(properties: LineItemProperties | null): { name: string; value: string }[] {
  const list = Array.isArray(properties)
    ? properties
    : Object.entries(properties ?? {}).map(([name, value]) => ({ name, value }));
  return list.filter(({ name, value }) => !name.startsWith('_') && value !== '');
}
