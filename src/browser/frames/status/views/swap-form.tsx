import type { SwapOption } from '../../../../protocol/schema/status-api.ts';
import { Button } from '../../../ui/button.tsx';
import { type Currency, formatAmount } from '../../../ui/money.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { leave } from '../details.ts';
import { currencyOf } from '../lines.ts';
import { currentPreorder, type Texts } from '../state.ts';
import { type Choices, countOf, differenceOf, differencesOf, variantOf } from '../swap-choices.ts';
import { choose, confirmSwap, setCount } from '../swapping.ts';
import { Chips } from './chips.tsx';
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
  const { choices, busy } = screen;
  const chosen = choices && variantOf(choices, screen.chosen);
  const wanted = chosen === 'own' || chosen === null ? undefined : chosen;
  // With what all of them cost that are swapped.
  const all = wanted && { ...wanted, ...differencesOf(wanted, countOf(wanted, screen.count)) };
  return (
    <section class="detail">
      <div>
        <h1 id="heading" tabIndex={-1}>
          {t('swap', { item })}
        </h1>
        <p class="muted">{t('swap.text')}</p>
      </div>
      {!choices && !screen.problem && <div class="skeleton" aria-busy="true" />}
      {choices && !hasLeft(choices) && <p>{t('swap.none')}</p>}
      {choices?.names.map((name, at) => (
        <Chips
          key={name}
          t={t}
          choices={choices}
          chosen={screen.chosen}
          at={at}
          legend={name || t('swap.title', { item })}
          onChoose={(value) => choose(context, at, value)}
        />
      ))}
      {wanted && screen.lineIds.length > 1 && (
        <HowMany
          t={t}
          of={screen.lineIds.length}
          option={wanted}
          count={screen.count}
          onCount={(count) => setCount(context, count)}
        />
      )}
      {choices && hasLeft(choices) && (
        <Consequences
          t={t}
          option={all}
          name={wanted ? differenceOf(choices, screen.chosen, wanted) : ''}
          own={chosen === 'own' ? item : ''}
          currency={currency}
        />
      )}
      <ProblemNotice context={context} state={state} screen={screen} />
      {!state.expired && (
        <div class="actions">
          {choices && hasLeft(choices) && (
            <Button busy={busy === 'swap'} onPress={() => void confirmSwap(context)}>
              {confirmText(t, { chosen: all, currency, busy: busy === 'swap' })}
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

/** Returns whether anything can be had instead. */
function hasLeft({ combinations }: Choices): boolean {
  return combinations.some(({ variant }) => variant?.left);
}

type HowManyProps = { t: Texts; of: number; option: SwapOption; count: number; onCount: (count: number) => void };

/** Asks how many of equal line items are swapped. */
function HowMany({ t, of, option, count, onCount }: HowManyProps) {
  const label = t('swap.how_many', { count: of });
  const max = countOf(option, of);
  return (
    <div class="choices__choice">
      <label for="swap-count">
        {label} {max < of && <span class="muted">{t('swap.left', { count: max })}</span>}
      </label>
      <Stepper
        id="swap-count"
        value={countOf(option, count)}
        min={1}
        max={max}
        less={t('swap.fewer')}
        more={t('swap.further')}
        onValue={onCount}
      />
    </div>
  );
}

type Confirm = { chosen: SwapOption | undefined; currency: Currency; busy: boolean };

function confirmText(t: Texts, { chosen, currency, busy }: Confirm): string {
  if (busy) return t('swap.confirming');
  const now = chosen?.now ?? 0;
  return now > 0 ? t('swap.confirm_pay', { amount: formatAmount(now, currency) }) : t('swap.confirm');
}

function differenceText(t: Texts, difference: number, currency: Currency): string {
  if (difference === 0) return t('swap.same');
  return t(difference > 0 ? 'swap.more' : 'swap.less', { amount: formatAmount(Math.abs(difference), currency) });
}

type ConsequencesProps = {
  t: Texts;
  option: SwapOption | undefined;
  /** What the option is called. */
  name: string;
  own: string;
  currency: Currency;
};

/** Shows the amounts before anything is swapped, or what is missing for that. */
function Consequences({ t, option, name, own, currency }: ConsequencesProps) {
  const amount = (value: number) => ({ amount: formatAmount(Math.abs(value), currency) });
  const { now = 0, later = 0 } = option ?? {};
  return (
    <div class="consequences" aria-live="polite">
      {option ? (
        <p class="consequences__sum">
          <bdi>{name}</bdi> <span class="money">{differenceText(t, now + later, currency)}</span>
        </p>
      ) : (
        <p class="muted">{own ? t('swap.own', { item: own }) : t('swap.choose')}</p>
      )}
      {now > 0 && <p class="muted">{t('swap.pay_now', amount(now))}</p>}
      {now < 0 && <p class="muted">{t('swap.back', amount(now))}</p>}
      {later > 0 && <p class="muted">{t('swap.later_more', amount(later))}</p>}
      {later < 0 && <p class="muted">{t('swap.later_less', amount(later))}</p>}
      {option && <p class="muted">{t('ships', { window: option.ships })}</p>}
    </div>
  );
}
