import { t } from '../../texts.ts';
import { Choice } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { nameOf } from '../waitlists/product-choice.tsx';
import type { Draft, Offered, PartProps } from './draft.ts';

/** Limits a code to a product or a waitlist. */
export function ValidFor({ draft, set, fault, offered: { products, waitlists } }: PartProps & { offered: Offered }) {
  const { validFor } = draft;
  const kinds = [
    'all' as const,
    ...(products.length > 0 ? ['product' as const] : []),
    ...(waitlists.length > 0 ? ['waitlist' as const] : []),
  ];
  const choose = (value: string) => {
    const kind: Draft['validFor'] = kinds.find((one) => one === value) ?? 'all';
    set({
      validFor: kind,
      product: draft.product || (products[0]?.id ?? ''),
      waitlist: draft.waitlist || (waitlists[0]?.id ?? ''),
    });
  };
  return (
    <Card title={t('discounts.new.for')}>
      <Radios
        name="valid-for"
        label={t('discounts.new.for')}
        hideLabel
        value={validFor}
        options={kinds.map((value) => ({ value, text: t(`discounts.new.for.${value}`) }))}
        onValue={choose}
      />
      {validFor === 'product' && (
        <Choice
          id="product_id"
          label={t('column.product')}
          value={draft.product}
          options={products.map((product) => ({ value: product.id, text: nameOf(product) }))}
          onValue={(product) => set({ product })}
        />
      )}
      {validFor === 'waitlist' && (
        <Choice
          id="waitlist_id"
          label={t('waitlist.title')}
          value={draft.waitlist}
          options={waitlists.map(({ id, product, state }) => ({
            value: id,
            text: `${product.title} · ${t(`waitlist.state.${state}`)}`,
          }))}
          onValue={(waitlist) => set({ waitlist })}
        />
      )}
      {(fault?.param === 'product_id' || fault?.param === 'waitlist_id') && <FaultNotice fault={fault} />}
    </Card>
  );
}
