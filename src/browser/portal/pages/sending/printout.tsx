import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Brand, Store } from '../../requests/kinds.ts';
import { useBrand, useStoreSettings } from '../../requests/reads.ts';
import { t } from '../../texts.ts';
import { count, day } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { addressLines } from '../preorders/address-lines.ts';
import { shopperOf } from '../preorders/state.tsx';
import { itemsOf } from './contents.ts';
import { type Parcel, unitsOf } from './reads.ts';

export type Paper = 'pick' | 'slips';

type PrintoutProps = { paper: Paper; parcels: readonly Parcel[]; onClose: () => void };

/** What is printed, as it will be on paper. The browser's window for printing opens by itself. */
export function Printout({ paper, parcels, onClose }: PrintoutProps) {
  const brand = useBrand();
  const store = useStoreSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  const isReady = brand.data !== undefined && store.data !== undefined;
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (isReady) void printOnce();
  }, [isReady]);
  return (
    <section class="printout">
      <div class="printout__head">
        <h2 ref={heading} tabIndex={-1}>
          {t(`print.${paper}`)}
        </h2>
        <div class="acts__buttons">
          <Button kind="secondary" onPress={onClose}>
            {t('print.back')}
          </Button>
          <Button onPress={() => print()}>{t('print.button')}</Button>
        </div>
      </div>
      <Shown of={brand}>
        {(look) => (
          <Shown of={store}>
            {(seller) =>
              paper === 'pick' ? (
                <PickList parcels={parcels} seller={seller} />
              ) : (
                parcels.map((parcel) => <Slip key={parcel.reference} parcel={parcel} look={look} seller={seller} />)
              )
            }
          </Shown>
        )}
      </Shown>
    </section>
  );
}

/** Prints once the logo is there: a picture that is still coming would be missing on paper. */
async function printOnce(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.slip img')];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  print();
}

/** How many units of each variant to take from the shelf, for all parcels together. */
function PickList({ parcels, seller }: { parcels: readonly Parcel[]; seller: Store }) {
  const items = itemsOf(parcels, { byProperties: false }).sort((one, other) => one.name.localeCompare(other.name));
  const sums = { count: parcels.length, units: count(unitsOf(parcels)) };
  return (
    <article class="slip">
      <header class="slip__head">
        <strong>{seller.name}</strong>
        <span>{t('sending.total', sums)}</span>
      </header>
      <table class="slip__table">
        <caption class="visually-hidden">{t('print.pick')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('print.quantity')}</th>
            <th scope="col">{t('column.product')}</th>
            <th scope="col">{t('print.sku')}</th>
            <th scope="col">{t('print.taken')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ key, quantity, name, sku }) => (
            <tr key={key}>
              <td class="slip__quantity">{count(quantity)}</td>
              <th scope="row">{name}</th>
              <td>{sku}</td>
              <td>
                <span class="slip__box" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

type SlipProps = { parcel: Parcel; look: Brand; seller: Store };

/** What lies in a parcel: a page of its own in the look of the store, without prices, because the parcel may be a present. */
function Slip({ parcel, look, seller }: SlipProps) {
  const { reference, placed_at: placed, contact } = parcel;
  return (
    <article class="slip" aria-label={reference}>
      <header class="slip__head" style={look.accent ? { borderColor: look.accent } : undefined}>
        {look.logo ? <img class="slip__logo" src={look.logo.url} alt={seller.name} /> : <strong>{seller.name}</strong>}
        <span>{t('print.slip')}</span>
      </header>
      <div class="slip__sides">
        <address class="lines">
          {contact && [shopperOf(parcel), ...addressLines(contact.address)].filter(Boolean).join('\n')}
        </address>
        <p class="lines slip__facts">{[reference, t('print.ordered', { day: day(placed.slice(0, 10)) })].join('\n')}</p>
      </div>
      <table class="slip__table">
        <caption class="visually-hidden">{t('sending.contents')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('print.quantity')}</th>
            <th scope="col">{t('column.product')}</th>
            <th scope="col">{t('print.sku')}</th>
          </tr>
        </thead>
        <tbody>
          {itemsOf([parcel]).map(({ key, quantity, name, sku, properties }) => (
            <tr key={key}>
              <td class="slip__quantity">{count(quantity)}</td>
              <th scope="row">
                {name}
                {properties.map(([property, value]) => (
                  <span key={property} class="sub">
                    {property}: {value}
                  </span>
                ))}
              </th>
              <td>{sku}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer class="slip__foot lines">
        {[seller.legal_name, seller.legal_address.replaceAll('\n', ', '), seller.contact_email]
          .filter(Boolean)
          .join('\n')}
      </footer>
    </article>
  );
}
