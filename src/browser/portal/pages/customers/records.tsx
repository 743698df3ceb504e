import type { ComponentChildren } from 'preact';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { moment, money } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Card } from '../../ui/page.tsx';
import { MailState, mailName } from '../mails/parts.tsx';
import { PreorderState } from '../preorders/state.tsx';
import { WithdrawalState } from '../withdrawals/state.tsx';
import type { CustomerDetail } from './reads.ts';

type About = { customer: CustomerDetail; timeZone: string | undefined };

/** The newest pre-orders, and the way to all of them. */
export function Bought({ customer: { id, preorders, preorder_count: count }, timeZone }: About) {
  const { slug } = useCurrentStore();
  return (
    <Card
      title={t('nav.preorders')}
      actions={
        count > 1 && (
          <a href={storePath(slug, `/preorders?${new URLSearchParams({ customer: id })}`)}>{t('customers.all')}</a>
        )
      }
      {...(preorders.length < count && { hint: t('customers.shown', { count: preorders.length }) })}
    >
      <Table
        caption={t('nav.preorders')}
        rows={preorders}
        keyOf={({ reference }) => reference}
        columns={[
          {
            title: t('column.reference'),
            heads: true,
            cell: ({ reference, product, units }) => (
              <>
                <Reference of={reference} />
                <span class="sub">{t('customers.item', { quantity: units, name: product })}</span>
              </>
            ),
          },
          { title: t('column.state'), cell: ({ state }) => <PreorderState state={state} /> },
          { title: t('column.placed'), cell: ({ placed_at: at }) => moment(at, timeZone) },
          {
            title: t('column.total'),
            number: true,
            cell: ({ total, refunded, currency }) => (
              <>
                {money(total, currency)}
                {Number(refunded) > 0 && (
                  <span class="sub">{t('customers.of_it', { amount: money(refunded, currency) })}</span>
                )}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Reference({ of }: { of: string }) {
  const { slug } = useCurrentStore();
  return (
    <a class="reference" href={storePath(slug, `/preorders/${of}`)}>
      {of}
    </a>
  );
}

type Entry = { id: string; at: string; preorder: string; what: ComponentChildren };

function Entries({ title, entries, timeZone }: { title: string; entries: Entry[]; timeZone: string | undefined }) {
  if (entries.length === 0) return null;
  return (
    <Card title={title}>
      <ol class="timeline">
        {entries.map(({ id, at, preorder, what }) => (
          <li key={id} class="timeline__entry">
            <span>
              {what}
              <span class="sub">
                <Reference of={preorder} />
              </span>
            </span>
            <time class="muted" dateTime={at}>
              {moment(at, timeZone)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What customer and store wrote to each other, the newest first. */
export function Messages({ customer: { messages }, timeZone }: About) {
  const entries = messages.map(({ id, created_at: at, preorder, from, by, text }) => ({
    id,
    at,
    preorder,
    what: (
      <>
        {from === 'store' ? t('messages.store', { by: by ?? '' }) : t('messages.shopper')}
        <span class="sub words">{text ?? t('messages.mailed')}</span>
      </>
    ),
  }));
  return <Entries title={t('customers.messages')} entries={entries} timeZone={timeZone} />;
}

/** What colleagues noted on the pre-orders. */
export function Noted({ customer: { notes }, timeZone }: About) {
  const entries = notes.map(({ id, created_at: at, preorder, by, text }) => ({
    id,
    at,
    preorder,
    what: (
      <>
        {by}
        <span class="sub words">{text}</span>
      </>
    ),
  }));
  return <Entries title={t('notes.title')} entries={entries} timeZone={timeZone} />;
}

/** The newest mails, with what became of them. */
export function Mailed({ customer: { mails }, timeZone }: About) {
  const { slug } = useCurrentStore();
  const entries = mails.map(({ id, created_at, sent_at, preorder, kind, state }) => ({
    id,
    at: sent_at ?? created_at,
    preorder,
    what: (
      <>
        <a href={storePath(slug, `/mails/${id}`)}>{mailName(kind)}</a> {state !== 'sent' && <MailState state={state} />}
      </>
    ),
  }));
  return <Entries title={t('customers.mails')} entries={entries} timeZone={timeZone} />;
}

/** What the customer declared to withdraw from. */
export function Withdrew({ customer: { withdrawals }, timeZone }: About) {
  const { slug } = useCurrentStore();
  if (withdrawals.length === 0) return null;
  return (
    <Card title={t('nav.withdrawals')}>
      <ul class="references">
        {withdrawals.map(({ id, state, declared_at: at }) => (
          <li key={id}>
            <a href={storePath(slug, `/withdrawals/${id}`)}>{moment(at, timeZone)}</a> <WithdrawalState state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
