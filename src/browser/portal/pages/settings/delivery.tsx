import type { Store } from '../../requests/kinds.ts';
import { currentLocale, t } from '../../texts.ts';
import { money } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

/** Where the store sends to and what that costs, and the tax there. */
export function Delivery({ store }: { store: Store }) {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' });
  const nameOf = (code: string) => names.of(code) ?? code;
  const percent = (value: number) =>
    new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 4 }).format(value / 100);
  return (
    <>
      <Card title={t('settings.shipping')} hint={t('settings.shipping.text')} flush>
        {store.shipping.length === 0 ? (
          <Empty title={t('settings.shipping.none')}>
            <p>{t('settings.shipping.none.text')}</p>
          </Empty>
        ) : (
          <Table
            caption={t('settings.shipping')}
            rows={store.shipping}
            keyOf={({ country }) => country}
            columns={[
              { title: t('column.country'), heads: true, cell: ({ country }) => nameOf(country) },
              { title: t('column.price'), number: true, cell: ({ amount }) => money(amount, store.currency) },
            ]}
          />
        )}
      </Card>
      <Card
        title={t('settings.tax')}
        hint={t(store.prices_include_tax ? 'settings.tax.included' : 'settings.tax.added')}
        flush
      >
        {store.tax.length === 0 ? (
          <Empty title={t('settings.tax.none')}>
            <p>{t('settings.tax.none.text')}</p>
          </Empty>
        ) : (
          <Table
            caption={t('settings.tax')}
            rows={store.tax}
            keyOf={({ country, region }) => `${country} ${region}`}
            columns={[
              {
                title: t('column.country'),
                heads: true,
                cell: ({ country, region }) => (region === '' ? nameOf(country) : `${nameOf(country)}, ${region}`),
              },
              { title: t('column.rate'), number: true, cell: (rate) => percent(rate.percent) },
            ]}
          />
        )}
      </Card>
    </>
  );
}
