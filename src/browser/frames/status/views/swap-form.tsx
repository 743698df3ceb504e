import type { StatusPreorder, SwapOption } from '../../../../protocol/schema/status-api.ts';
import { Button } from '../../../ui/button.tsx';
import { type Currency, formatAmount } from '../../../ui/money.ts';
import { leave } from '../details.ts';
import { currencyOf } from '../lines.ts';
import { currentPreorder, type Texts } from '../state.ts';
import { chooseVariant, confirmSwap } from '../swapping.ts';
import { ProblemNotice } from './messages.tsx';
import type { ViewProps } from './view-props.ts';

/** The form to swap a line item: the options, then the difference in price, and only then the button. */
export function SwapForm({ context, state, screen }: ViewProps<'swap'>) {
  const { t, locale } = context;
  const preorder = currentPreorder(state);
  const line = preorder?.lines.find(({ id }) => id === screen.lineId);
  if (!preorder || !line) return null;
  const item = line.title || preorder.product;
  const currency = currencyOf(preorder, locale);
  const options = screen.options ?? [];
  const chosen = options.find(({ variantId }) => variantId === screen.chosen);
  return (
    <section class="detail">
      <div>
        <h1 id="heading" tabIndex={-1}>
          {t('swap', { item })}
        </h1>
        <p class="muted">{t('swap.text')}</p>
      </div>
      {screen.options === null && !screen.problem && <div class="skeleton" aria-busy="true" />}
      {screen.options !== null && !options.some(({ left }) => left) && <p>{t('swap.none')}</p>}
      {options.length > 0 && (
        <fieldset class="choices">
          <legend>{t('swap.title', { item })}</legend>
          {options.map((option) => (
            <Option
              key={option.variantId}
              context={context}
              state={state}
              screen={screen}
              option={option}
              preorder={preorder}
            />
          ))}
        </fieldset>
      )}
      {chosen && <Consequences t={t} option={chosen} currency={currency} />}
      <ProblemNotice context={context} state={state} screen={screen} />
      {!state.expired && (
        <div class="actions">
          {options.some(({ left }) => left) && (
            <Button busy={screen.busy === 'swap'} onPress={() => void confirmSwap(context)}>
              {confirmText(t, { chosen, currency, busy: screen.busy === 'swap' })}
            </Button>
          )}
          <Button kind="secondary" onPress={() => leave(context)}>
            {t('swap.keep')}
          </Button>
        </div>
      )}
    </section>
  );
}

type Confirm = { chosen: SwapOption | undefined; currency: Currency; busy: boolean };

function confirmText(t: Texts, { chosen, currency, busy }: Confirm): string {
  if (busy) return t('swap.confirming');
  const now = chosen?.now ?? 0;
  return now > 0 ? t('swap.confirm_pay', { amount: formatAmount(now, currency) }) : t('swap.confirm');
}

type OptionProps = ViewProps<'swap'> & { option: SwapOption; preorder: StatusPreorder };

function Option({ context, screen, option, preorder }: OptionProps) {
  const { t, locale } = context;
  const { variantId, title, ships, left, now, later } = option;
  const id = `variant-${variantId}`;
  return (
    <div class="choices__choice">
      <div class="check">
        <input
          type="radio"
          name="variant"
          id={id}
          checked={screen.chosen === variantId}
          disabled={!left}
          onChange={() => chooseVariant(context, variantId)}
        />
        <label for={id}>
          <span class="lines__title">{title}</span>
          <span class="muted">{left ? t('ships', { window: ships }) : t('swap.sold_out')}</span>
        </label>
      </div>
      {left && <span class="money">{differenceText(t, now + later, currencyOf(preorder, locale))}</span>}
    </div>
  );
}

function differenceText(t: Texts, difference: number, currency: Currency): string {
  if (difference === 0) return t('swap.same');
  return t(difference > 0 ? 'swap.more' : 'swap.less', { amount: formatAmount(Math.abs(difference), currency) });
}

/** Shows the amounts before anything is swapped. */
function Consequences({ t, option, currency }: { t: Texts; option: SwapOption; currency: Currency }) {
  const { now, later } = option;
  const amount = (value: number) => ({ amount: formatAmount(Math.abs(value), currency) });
  return (
    <div class="consequences" aria-live="polite">
      <p class="consequences__sum">
        <span>{option.title}</span> <span class="money">{differenceText(t, now + later, currency)}</span>
      </p>
      {now > 0 && <p class="muted">{t('swap.pay_now', amount(now))}</p>}
      {now < 0 && <p class="muted">{t('swap.back', amount(now))}</p>}
      {later > 0 && <p class="muted">{t('swap.later_more', amount(later))}</p>}
      {later < 0 && <p class="muted">{t('swap.later_less', amount(later))}</p>}
      <p class="muted">{t('ships', { window: option.ships })}</p>
    </div>
  );
}
