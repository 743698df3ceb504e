import type { StatusLine, StatusPreorder } from '../../../../protocol/schema/status-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { currencyOf } from '../lines.ts';
import { open, showMore } from '../reading.ts';
import { ProblemNotice } from './messages.tsx';
import { StateBadge } from './state-badge.tsx';
import type { ViewProps } from './view-props.ts';

/** A customer's pre-orders, newest first, in pages. */
export function List({ context, state, screen }: ViewProps<'list'>) {
  const { t } = context;
  const { preorders, after, expired } = state;
  return (
    <section class="list">
      <h1 id="heading" tabIndex={-1}>
        {t(preorders.length > 0 ? 'title' : 'empty.title')}
      </h1>
      {preorders.length === 0 && <p class="muted">{t('empty.text')}</p>}
      <ul class="cards">
        {preorders.map((preorder) => (
          <li key={preorder.reference} class="card">
            <Card context={context} preorder={preorder} />
          </li>
        ))}
      </ul>
      <ProblemNotice context={context} state={state} screen={screen} />
      {after !== null && !expired && (
        <Button kind="secondary" busy={screen.busy === 'more'} onPress={() => void showMore(context)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

/** Returns the ship windows of the line items that are not sent yet: most shoppers come for these. */
function windowsOf(lines: readonly StatusLine[]): Set<string> {
  return new Set(lines.filter(({ state }) => state === 'placed').map(({ ships }) => ships));
}

function Card({ context, preorder }: Pick<ViewProps, 'context'> & { preorder: StatusPreorder }) {
  const { t, locale } = context;
  const { reference, lines } = preorder;
  return (
    <>
      <div class="card__head">
        <h2 class="card__title">
          {/* CSS extends the button over the whole card, so that there is one control with one name. */}
          <button
            type="button"
            class="card__open"
            id={reference}
            aria-label={t('details', { reference: `${preorder.product}, ${reference}` })}
            onClick={() => open(context, reference)}
          >
            {preorder.product}
            <Icon name="chevron" />
          </button>
        </h2>
        <StateBadge t={t} state={preorder.state} />
      </div>
      {[...windowsOf(lines)].map((window) => (
        <p key={window}>{t('ships', { window })}</p>
      ))}
      <p class="card__facts">
        <span class="code">{reference}</span>
        <span>{t('placed_on', { date: preorder.placedOn })}</span>
        <span>{t('units', { count: lines.length })}</span>
        <span class="money">{formatAmount(preorder.total, currencyOf(preorder, locale))}</span>
      </p>
    </>
  );
}
