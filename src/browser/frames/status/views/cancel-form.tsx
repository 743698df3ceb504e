import type { StatusPreorder } from '../../../../protocol/schema/status-api.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { OneLine } from '../../../ui/one-line.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { choose, chooseAll, confirm, everything } from '../cancelling.ts';
import { leave } from '../details.ts';
import { cancellable, chosenLines, currencyOf, type Group, groupLines } from '../lines.ts';
import { currentPreorder } from '../state.ts';
import { ProblemNotice } from './messages.tsx';
import type { ViewProps } from './view-props.ts';

/** The form to cancel line items: the choice, then the amounts, and only then the button. */
export function CancelForm({ context, state, screen }: ViewProps<'cancel'>) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder) return null;
  const lines = cancellable(preorder);
  return (
    <section class="detail">
      <div>
        <h1 id="heading" tabIndex={-1}>
          <OneLine text={t('cancel.title', { reference: preorder.reference })} part={preorder.reference} />
        </h1>
        <p class="muted">
          <bdi>{preorder.product}</bdi>
        </p>
      </div>
      <fieldset class="choices">
        <legend>{t('cancel.choose')}</legend>
        {groupLines(lines).map((group) => (
          <Choice key={group.key} context={context} state={state} screen={screen} preorder={preorder} group={group} />
        ))}
      </fieldset>
      {lines.length > 1 && (
        <button type="button" class="link-button" onClick={() => chooseAll(context)}>
          {t('cancel.all')}
        </button>
      )}
      <Consequences context={context} state={state} screen={screen} preorder={preorder} />
      <ProblemNotice context={context} state={state} screen={screen} />
      {!state.expired && <Decision context={context} state={state} screen={screen} preorder={preorder} />}
    </section>
  );
}

type ChoiceProps = ViewProps<'cancel'> & { preorder: StatusPreorder; group: Group };

function Choice({ context, screen, preorder, group: { key, first, lines } }: ChoiceProps) {
  const { t, locale } = context;
  const item = first.title || preorder.product;
  const details = first.properties.map(({ name, value }) => `${name}: ${value}`).join(', ');
  const price = formatAmount(first.total, currencyOf(preorder, locale));
  const count = screen.chosen[key] ?? 0;
  const id = `line-${key}`;
  const text = (
    <>
      <bdi class="lines__title">{item}</bdi>
      <span class="muted">{[details, t('ships', { window: first.ships })].filter(Boolean).join(' · ')}</span>
    </>
  );
  if (lines.length === 1) {
    return (
      <div class="choices__choice">
        <CheckField id={id} checked={count === 1} onChecked={(checked) => choose(context, key, checked ? 1 : 0)}>
          {text}
        </CheckField>
        <span class="money">{price}</span>
      </div>
    );
  }
  return (
    <div class="choices__choice">
      <label for={id}>
        <span class="visually-hidden">{t('cancel.how_many', { item })}</span>
        {text}
      </label>
      <span class="choices__count">
        <Stepper
          id={id}
          value={count}
          min={0}
          max={lines.length}
          less={t('cancel.less', { item })}
          more={t('cancel.more', { item })}
          onValue={(value) => choose(context, key, value)}
        />
        <span class="money">× {price}</span>
      </span>
    </div>
  );
}

type PartProps = ViewProps<'cancel'> & { preorder: StatusPreorder };

/** Shows the amounts before anything is cancelled. Room for all possible lines is kept, so that the page does not move. */
function Consequences({ context: { t, locale }, screen, preorder }: PartProps) {
  const currency = currencyOf(preorder, locale);
  const { lineItemIds, refund, release, kept } = chosenLines(preorder, screen.chosen);
  const all = chosenLines(preorder, everything(preorder));
  const said = (key: 'refund' | 'release' | 'kept', now: number) =>
    all[key] > 0 && (
      <p class="muted" hidden={now === 0}>
        {t(`cancel.${key}`, { amount: formatAmount(now || all[key], currency) })}
      </p>
    );
  return (
    <div class="consequences" aria-live="polite">
      <p class="consequences__sum">
        <span>{t('cancel.back')}</span> <span class="money">{formatAmount(refund + release, currency)}</span>
      </p>
      {said('refund', refund)}
      {said('release', release)}
      {said('kept', kept)}
      <p class="muted" hidden={lineItemIds.length === 0}>
        {t('cancel.final')}
      </p>
    </div>
  );
}

function Decision({ context, screen, preorder }: PartProps) {
  const { t, locale } = context;
  const { lineItemIds, refund, release } = chosenLines(preorder, screen.chosen);
  const back = refund + release;
  // Red only once it would cancel something.
  const kind = preorder.masked ? 'primary' : lineItemIds.length > 0 ? 'danger' : 'secondary';
  const amount = formatAmount(back, currencyOf(preorder, locale));
  const busy = screen.busy === 'cancel';
  const text = preorder.masked
    ? t(busy ? 'cancel.sending' : 'cancel.send')
    : t(busy ? 'cancel.confirming' : back > 0 ? 'cancel.confirm' : 'cancel.confirm_plain', { amount });
  return (
    <>
      {preorder.masked && <p>{t('cancel.by_mail', { email: preorder.email })}</p>}
      <div class="actions">
        <Button kind={kind} busy={busy} onPress={() => void confirm(context)}>
          {text}
        </Button>
        <Button kind="secondary" onPress={() => leave(context)}>
          {t('cancel.keep')}
        </Button>
      </div>
    </>
  );
}
