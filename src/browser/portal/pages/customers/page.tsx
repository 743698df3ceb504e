import { Notice } from '../../../ui/notice.tsx';
import { askFor } from '../../requests/person.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { moment } from '../../ui/format.ts';
import { ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { type Customer, useCustomers } from './reads.ts';
import { preorderCount, Spent } from './spent.tsx';

const SEARCHED_MIN = 2; // as for pre-orders

/** Who bought in the store, the one with the newest pre-order first, and a search among them. */
export function Customers() {
  const filters = useFilters();
  const { slug } = useCurrentStore();
  const can = useScopes();
  const q = filters.read('q');
  return (
    <Page
      title={t('nav.customers')}
      intro={t('customers.intro')}
      actions={
        can('people:write') && (
          <a class="button button--secondary" href={storePath(slug, '/customers/data')}>
            {t('people.title')}
          </a>
        )
      }
    >
      <div class="filters">
        <Search key={q} label={t('customers.search')} value={q} onSearch={(value) => filters.write({ q: value })} />
      </div>
      <Card flush>
        {q !== '' && q.length < SEARCHED_MIN ? (
          <Empty title={t('customers.short', { count: SEARCHED_MIN })} />
        ) : (
          <List q={q} />
        )}
      </Card>
    </Page>
  );
}

function List({ q }: { q: string }) {
  const list = useCustomers(q);
  const { data: store } = useStoreSettings();
  return (
    <ListView list={list} empty={<NoCustomers q={q} />}>
      {(customers) => (
        <>
          {list.first.data?.meta.incomplete && (
            <Notice kind="info" title={t('customers.incomplete')}>
              <p>{t('customers.incomplete.text')}</p>
            </Notice>
          )}
          <CustomerTable customers={onceEach(customers)} timeZone={store?.time_zone} />
        </>
      )}
    </ListView>
  );
}

/** The first page is looked at again by itself: what then moves up from the next one would be there twice. */
const onceEach = (customers: readonly Customer[]): Customer[] => [
  ...new Map(customers.map((one) => [one.id, one])).values(),
];

type TableProps = { customers: readonly Customer[]; timeZone: string | undefined };

function CustomerTable({ customers, timeZone }: TableProps) {
  const { slug } = useCurrentStore();
  return (
    <Table
      caption={t('nav.customers')}
      rows={customers}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('customers.customer'),
          heads: true,
          cell: ({ id, name, email }) => (
            <>
              <a href={storePath(slug, `/customers/${id}`)}>{name || email}</a>
              {name !== '' && <span class="sub long">{email}</span>}
            </>
          ),
        },
        { title: t('nav.preorders'), number: true, cell: preorderCount },
        { title: t('customers.spent'), number: true, cell: (customer) => <Spent customer={customer} /> },
        { title: t('customers.last'), cell: ({ last_placed_at: at }) => moment(at, timeZone) },
      ]}
    />
  );
}

function NoCustomers({ q }: { q: string }) {
  const { slug } = useCurrentStore();
  const can = useScopes();
  if (q === '') {
    return (
      <Empty title={t('customers.none')}>
        <p>{t('customers.none.text')}</p>
      </Empty>
    );
  }
  return (
    <Empty
      title={t('customers.none_such')}
      actions={
        can('people:write') && (
          <a href={storePath(slug, '/customers/data')} onClick={() => askFor(q.includes('@') ? q : '')}>
            {t('customers.none_such.data')}
          </a>
        )
      }
    >
      <p>{t('customers.none_such.text', { q })}</p>
    </Empty>
  );
}
