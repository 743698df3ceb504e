import { useState } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { countryOf } from '../form.ts';
import { estimate, type Quote } from '../quote.ts';
import type { Context, State } from '../state.ts';
import { currencyOf } from '../texts.ts';
import type { ViewProps } from './app.tsx';
import { LegalLinks } from './legal-links.tsx';

/** What is bought and what it costs; on a phone one line that opens. */
export function Summary({ context, state }: ViewProps) {
  const { t } = context;
  const [open, setOpen] = useState(false);
  const order = orderOf(context, state);
  if (!order) return null;
  const { variant, quantity, quote } = order;
  const amount = (value: number) => formatAmount(value, currencyOf(context));
  const image = variant.image ?? context.offer.product.image;
  return (
    <aside class="summary" aria-label={t('summary')}>
      <button type="button" class="summary__toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Picture src={image} small />
        <span class="summary__line">
          <span class="visually-hidden">{t(open ? 'summary.hide' : 'summary.show')}: </span>
          <span class="summary__title">{context.offer.product.title}</span>
          <span class="summary__more">
            {[variant.title, quantity > 1 && `× ${quantity}`].filter(Boolean).join(' ')}
            <Icon name="chevron" />
          </span>
        </span>
        <span class="summary__total money">{amount(quote.total ?? quote.subtotal)}</span>
      </button>
      <div class="summary__content" data-open={open}>
        <div class="product">
          <Picture src={image} />
          <div class="product__text">
            <p class="product__title">{context.offer.product.title}</p>
            {variant.title && <p class="product__variant">{variant.title}</p>}
            <p class="product__ships">{t('ships', { window: variant.ships })}</p>
          </div>
        </div>
        <Amounts
          quote={quote}
          context={context}
          first={`${quantity} × ${amount(variant.price)}`}
          total={context.t(state.screen === 'done' ? 'done.paid' : 'total_now')}
        />
        {context.offer.description && <p class="summary__note">{context.offer.description}</p>}
        <Seller context={context} />
      </div>
    </aside>
  );
}

type AmountsProps = { quote: Quote; context: Context; first: string; total: string };

function Amounts({ quote, context, first, total }: AmountsProps) {
  const { t, offer } = context;
  const amount = (value: number | null) =>
    value === null ? '–' : value === 0 ? t('free') : formatAmount(value, currencyOf(context));
  return (
    <div>
      <dl class="amounts">
        <div>
          <dt class="money">{first}</dt>
          <dd class="money">{formatAmount(quote.subtotal, currencyOf(context))}</dd>
        </div>
        <div>
          <dt>{t('delivery')}</dt>
          <dd class="money">{amount(quote.shipping)}</dd>
        </div>
        {!offer.pricesIncludeTax && quote.tax !== 0 && (
          <div>
            <dt>{t('tax')}</dt>
            <dd class="money">{amount(quote.tax)}</dd>
          </div>
        )}
        <div class="amounts__total">
          <dt>{total}</dt>
          <dd class="money">{quote.total === null ? '–' : formatAmount(quote.total, currencyOf(context))}</dd>
        </div>
      </dl>
      {offer.pricesIncludeTax && quote.tax !== null && quote.tax > 0 && (
        <p class="amounts__tax">{t('tax_included', { amount: formatAmount(quote.tax, currencyOf(context)) })}</p>
      )}
    </div>
  );
}

function Picture({ src, small }: { src: string | null; small?: boolean }) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) return null;
  return (
    <img
      class={`product__image${small ? ' product__image--small' : ''}`}
      src={src}
      alt=""
      onError={() => setBroken(true)}
    />
  );
}

function Seller({ context }: { context: Context }) {
  const { t, offer } = context;
  const { legalName, legalAddress, contactEmail } = offer.store;
  return (
    <footer class="seller">
      <p>{t('sold_by', { seller: legalName, address: legalAddress.replace(/\s*\n\s*/g, ', ') })}</p>
      <p>
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </p>
      <LegalLinks context={context} />
    </footer>
  );
}

/** What the service holds; before that and while it is being changed, what the form says. */
function orderOf({ offer }: Context, { screen, form, checkout }: State) {
  const settled = screen !== 'shipping' && screen !== 'sold_out' && screen !== 'expired' ? checkout : null;
  const { variantId, quantity } = settled ?? form;
  const variant = offer.variants.find(({ id }) => id === variantId);
  if (!variant) return null;
  if (settled) return { variant, quantity, quote: settled satisfies Quote };
  const country = countryOf(offer, form.address.country);
  return { variant, quantity, quote: estimate(offer, { variant, quantity, country }) };
}
