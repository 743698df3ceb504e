import type { Refusals } from '../../bulk/run.ts';
import type { Ticks } from '../../bulk/ticks.ts';
import { type WorkColumn, WorkTable } from '../../bulk/work-table.tsx';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { countryName } from '../../ui/countries.ts';
import { ago } from '../../ui/format.ts';
import { shopperOf } from '../preorders/state.tsx';
import { contentsOf } from './contents.ts';
import { isFree, type Parcel } from './reads.ts';

export const referenceOf = ({ reference }: Parcel): string => reference;

type TableProps = {
  parcels: readonly Parcel[];
  ticks: Ticks<Parcel>;
  onTicks: (ticks: Ticks<Parcel>) => void;
  refusals: Refusals;
};

/** The parcels with a tick each. */
export function ParcelsTable({ parcels, ...more }: TableProps) {
  const { slug } = useCurrentStore();
  const hasOrders = parcels.some((parcel) => ordersOf(parcel).length > 0);
  const order = { name: 'order', title: t('sending.order'), cell: (one: Parcel) => ordersOf(one).join(', ') };
  const columns = [...columnsOf(slug), ...(hasOrders ? [order] : [])];
  return (
    <WorkTable
      caption={t('nav.sending')}
      rows={parcels}
      columns={columns}
      keyOf={referenceOf}
      isFree={isFree}
      {...more}
    />
  );
}

const columnsOf = (slug: string): WorkColumn<Parcel>[] => [
  {
    name: 'reference',
    title: t('column.reference'),
    heads: true,
    cell: (parcel) => (
      <>
        <a class="reference" href={storePath(slug, `/preorders/${parcel.reference}`)}>
          {parcel.reference}
        </a>
        <Held parcel={parcel} />
      </>
    ),
  },
  {
    name: 'shopper',
    title: t('column.shopper'),
    cell: (parcel) => shopperOf(parcel) ?? <span class="muted">{t('hidden')}</span>,
  },
  { name: 'country', title: t('column.country'), cell: (parcel) => <Country parcel={parcel} /> },
  { name: 'contents', title: t('sending.contents'), says: true, whole: contentsOf, cell: contentsOf },
  { name: 'since', title: t('sending.since'), cell: ({ released_at: since }) => ago(since) },
];

function Country({ parcel: { contact } }: { parcel: Parcel }) {
  const country = contact?.address.country;
  return country ? <abbr title={countryName(country)}>{country}</abbr> : null;
}

/** The orders of a parcel in the store's platform that have names of their own, and not those that the reference begins. */
const ordersOf = ({ reference, lines }: Parcel): string[] => [
  ...new Set(lines.flatMap(({ order }) => (order === null || order.startsWith(reference) ? [] : order))),
];

/** Why a parcel cannot be ticked: what stands against sending it is decided on the page of its pre-order. */
function Held({ parcel: { waits_for, lines } }: { parcel: Parcel }) {
  if (waits_for !== null) return <Badge tone="bad">{t(`sending.held.${waits_for}`)}</Badge>;
  return lines.every(({ paid }) => paid) ? null : <Badge tone="warn">{t('sending.held.unpaid')}</Badge>;
}
