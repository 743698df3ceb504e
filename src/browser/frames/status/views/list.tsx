import type { StatusPreorder } from '../../../../protocol/schema/status-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { currencyOf, fulfilmentOf, groupLines } from '../lines.ts';
import { open, showMore } from '../reading.ts';
import { whenText } from './lines.tsx';
import { ProblemNotice } from './messages.tsx';
import { Picture } from './picture.tsx';
import { ProgressBar } from './progress.tsx';
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

function Card({ context, preorder }: Pick<ViewProps, 'context'> & { preorder: StatusPreorder }) {
  const { t, locale } = context;
  const { reference, lines, fulfilments } = preorder;
  return (
    <>
      {preorder.answerBy && <p class="card__asks">{t('question.needed', { date: preorder.answerBy })}</p>}
      <h2 class="card__title">
        {/* CSS extends the button over the whole card, so that there is one control with one name. */}
        <button
          type="button"
          class="card__open"
          id={reference}
          aria-label={t('details', { reference: `${preorder.product}, ${reference}` })}
          onClick={() => open(context, reference)}
        >
          <bdi>{preorder.product}</bdi>
          <Icon name="chevron" />
        </button>
      </h2>
      {groupLines(lines, fulfilments).map(({ key, first, lines: same }) => (
        <div key={key} class="card__line">
          <Picture src={first.image} />
          <div class="card__text">
            <p class="card__when">{whenText(t, first, fulfilmentOf(preorder, first))}</p>
            {first.title && (
              <p class="muted">
                {same.length} × <bdi>{first.title}</bdi>
              </p>
            )}
            <StateBadge t={t} state={first.state} />
            <ProgressBar t={t} steps={first.progress} />
          </div>
        </div>
      ))}
      <p class="facts">
        <span class="code">{reference}</span>
        <span>{t('placed_on', { date: preorder.placedOn })}</span>
        <span>{t('units', { count: lines.length })}</span>
        <span class="money">{formatAmount(preorder.total, currencyOf(preorder, locale))}</span>
      </p>
    </>
  );
}
