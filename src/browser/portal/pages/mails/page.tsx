import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { moment } from '../../ui/format.ts';
import { ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MAIL_KINDS, MAIL_STATES, MailState, MailsFrame, mailName } from './parts.tsx';
import { type Mail, type MailFilter, useMails } from './reads.ts';

/** Every mail that went to shoppers, or did not, with what became of it. */
export function MailLog() {
  const filters = useFilters();
  const { slug } = useCurrentStore();
  const preorder = filters.read('preorder');
  const state = MAIL_STATES.find((one) => one === filters.read('state'));
  const kind = MAIL_KINDS.find((one) => one === filters.read('kind'));
  return (
    <MailsFrame
      part="log"
      actions={
        <a class="button button--secondary" href={storePath(slug, '/brand/mails')}>
          {t('mails.words')}
        </a>
      }
    >
      <div class="filters">
        <Search
          key={preorder}
          label={t('mails.search')}
          value={preorder}
          onSearch={(value) => filters.write({ preorder: value })}
        />
        <Choice
          id="kind"
          label={t('mails.kind')}
          value={kind ?? ''}
          options={[
            { value: '', text: t('mails.kind.all') },
            ...MAIL_KINDS.map((value) => ({ value, text: mailName(value) })),
          ]}
          onValue={(value) => filters.write({ kind: value })}
        />
      </div>
      <Tabs
        label={t('mails.filter')}
        value={state ?? ''}
        options={[
          { value: '', text: t('all') },
          ...MAIL_STATES.map((value) => ({ value, text: t(`mail.state.${value}`) })),
        ]}
        onChoose={(value) => filters.write({ state: value })}
      />
      <Card flush>
        <List filter={{ ...(state && { state }), ...(kind && { kind }), ...(preorder !== '' && { preorder }) }} />
      </Card>
    </MailsFrame>
  );
}

function List({ filter }: { filter: MailFilter }) {
  const { data: store } = useStoreSettings();
  const list = useMails(filter);
  if (list.first.fault?.code === 'preorder_not_found') return <NoMails filter={filter} unknown />;
  return (
    <ListView list={list} empty={<NoMails filter={filter} />}>
      {(mails) => <MailTable mails={mails} timeZone={store?.time_zone} />}
    </ListView>
  );
}

function MailTable({ mails, timeZone }: { mails: readonly Mail[]; timeZone: string | undefined }) {
  const { slug } = useCurrentStore();
  return (
    <Table
      caption={t('mails.log')}
      rows={mails}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('texts.mail'),
          heads: true,
          cell: ({ id, kind }) => <a href={storePath(slug, `/mails/${id}`)}>{mailName(kind)}</a>,
        },
        { title: t('mails.preorder'), cell: ({ preorder }) => <span class="reference">{preorder}</span> },
        {
          title: t('column.state'),
          cell: ({ state, failure }) => (
            <>
              <MailState state={state} />
              {failure !== null && state !== 'sent' && <span class="sub">{failure}</span>}
            </>
          ),
        },
        { title: t('mails.when'), cell: ({ sent_at, created_at }) => moment(sent_at ?? created_at, timeZone) },
      ]}
    />
  );
}

function NoMails({ filter, unknown }: { filter: MailFilter; unknown?: boolean }) {
  if (unknown) {
    return (
      <Empty title={t('mails.none_such')}>
        <p>{t('mails.unknown', { reference: filter.preorder ?? '' })}</p>
      </Empty>
    );
  }
  if (Object.keys(filter).length > 0) return <Empty title={t('mails.none_such')} />;
  return (
    <Empty title={t('mails.none')}>
      <p>{t('mails.none.text')}</p>
    </Empty>
  );
}
