// biome-ignore-all lint/a11y/noRedundantRoles: on a phone rows are blocks, and that style takes the table's meaning from elements without a role
import type { Fault } from '../../requests/fault.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { countryName } from '../../ui/countries.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { ago } from '../../ui/format.ts';
import { shopperOf } from '../preorders/state.tsx';
import { contentsOf } from './contents.ts';
import { isFree, type Parcel } from './reads.ts';
import { added, press, removed, type Ticks } from './ticks.ts';

export type Refusals = ReadonlyMap<string, readonly Pick<Fault, 'text' | 'said'>[]>;

export const referenceOf = ({ reference }: Parcel): string => reference;

type TableProps = {
  parcels: readonly Parcel[];
  ticks: Ticks<Parcel>;
  onTicks: (ticks: Ticks<Parcel>) => void;
  /** Why parcels were not sent, by their references. */
  refusals: Refusals;
};

/** The parcels with a tick each. Shift ticks all between two presses. */
export function ParcelsTable({ parcels, ticks, onTicks, refusals }: TableProps) {
  const free = parcels.filter(isFree);
  const ticked = free.filter(({ reference }) => ticks.rows.has(reference)).length;
  const hasOrders = parcels.some((parcel) => ordersOf(parcel).length > 0);
  const all = ticked === free.length && free.length > 0;
  const tickAll = (on: boolean) =>
    onTicks({
      rows: on ? added(ticks.rows, free, referenceOf) : removed(ticks.rows, free.map(referenceOf)),
      last: undefined,
    });
  return (
    <table class="table work" role="table">
      <caption class="visually-hidden">{t('nav.sending')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader" class="work__tick">
            <label class="work__box">
              <input
                type="checkbox"
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = ticked > 0 && !all;
                }}
                disabled={free.length === 0}
                onChange={(event) => tickAll(event.currentTarget.checked)}
              />
              <span class="work__all">{t('sending.tick.all')}</span>
            </label>
          </th>
          {(['reference', 'shopper', 'country'] as const).map((name) => (
            <th key={name} scope="col" role="columnheader" class={`work__${name}`}>
              {t(`column.${name}`)}
            </th>
          ))}
          <th scope="col" role="columnheader">
            {t('sending.contents')}
          </th>
          <th scope="col" role="columnheader" class="work__since">
            {t('sending.since')}
          </th>
          {hasOrders && (
            <th scope="col" role="columnheader" class="work__order">
              {t('sending.order')}
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {parcels.map((parcel) => (
          <Row
            key={parcel.reference}
            parcel={parcel}
            orders={hasOrders ? ordersOf(parcel) : undefined}
            ticked={ticks.rows.has(parcel.reference)}
            refused={refusals.get(parcel.reference) ?? []}
            onTick={(on, through) =>
              onTicks(press(ticks, { list: free, key: parcel.reference, on, through }, referenceOf))
            }
          />
        ))}
      </tbody>
    </table>
  );
}

/** The orders of a parcel in the store's platform that have names of their own, and not those that the reference begins. */
const ordersOf = ({ reference, lines }: Parcel): string[] => [
  ...new Set(lines.flatMap(({ order }) => (order === null || order.startsWith(reference) ? [] : order))),
];

type RowProps = {
  parcel: Parcel;
  /** Undefined where no parcel of the list has one, so that there is no column for them. */
  orders: string[] | undefined;
  ticked: boolean;
  refused: readonly Pick<Fault, 'text' | 'said'>[];
  onTick: (on: boolean, through: boolean) => void;
};

function Row({ parcel, orders, ticked, refused, onTick }: RowProps) {
  const { slug } = useCurrentStore();
  const { reference, contact, released_at: since } = parcel;
  const country = contact?.address.country;
  const contents = contentsOf(parcel);
  return (
    <tr role="row" class={ticked ? 'work__row--ticked' : undefined}>
      <td role="cell" class="work__tick">
        <label class="work__box">
          <input
            type="checkbox"
            aria-label={t('sending.tick', { reference })}
            checked={ticked}
            disabled={!isFree(parcel)}
            // Only a click tells whether Shift is held.
            onClick={(event) => onTick(event.currentTarget.checked, event.shiftKey)}
          />
        </label>
      </td>
      <th scope="row" role="rowheader" class="work__reference">
        <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
          {reference}
        </a>
        <Held parcel={parcel} />
      </th>
      <td role="cell" class="work__shopper">
        {shopperOf(parcel) ?? <span class="muted">{t('hidden')}</span>}
      </td>
      <td role="cell" class="work__country">
        {country && <abbr title={countryName(country)}>{country}</abbr>}
      </td>
      <td role="cell" class="work__contents" title={contents}>
        {contents}
        {refused.map((fault) => (
          <span key={fault.text} class="work__refused">
            <FaultText fault={fault} />
          </span>
        ))}
      </td>
      <td role="cell" class="work__since">
        {ago(since)}
      </td>
      {orders && (
        <td role="cell" class="work__order">
          {orders.join(', ')}
        </td>
      )}
    </tr>
  );
}

/** Why a parcel cannot be ticked: what stands against sending it is decided on the page of its pre-order. */
function Held({ parcel: { waits_for, lines } }: { parcel: Parcel }) {
  if (waits_for !== null) return <Badge tone="bad">{t(`sending.held.${waits_for}`)}</Badge>;
  return lines.every(({ paid }) => paid) ? null : <Badge tone="warn">{t('sending.held.unpaid')}</Badge>;
}
