import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type List, useList } from '../../requests/use-list.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Card } from '../../ui/page.tsx';
import { PICKED_FROM, Picker } from '../../ui/picker.tsx';
import { ProductPicker } from '../../ui/product-picker.tsx';
import { Radios } from '../../ui/radios.tsx';
import type { PartProps } from './draft.ts';

/** Limits a code to a product or a waitlist. */
export function ValidFor({ form }: PartProps) {
  const { 'valid-for': validFor, product_id: product, waitlist_id: waitlist } = form.values;
  const can = useScopes();
  const kinds = [
    'all' as const,
    ...(can('catalog:read') ? ['product' as const] : []),
    ...(can('waitlists:read') ? ['waitlist' as const] : []),
  ];
  return (
    <Card title={t('discounts.new.for')}>
      <Radios
        {...form.field('valid-for')}
        label={t('discounts.new.for')}
        hideLabel
        options={kinds.map((value) => ({ value, text: t(`discounts.new.for.${value}`) }))}
      />
      {validFor === 'product' && (
        <ProductPicker
          id="product_id"
          label={t('column.product')}
          chosen={product ? [product] : []}
          onChoose={(one) => form.set({ product_id: one })}
        />
      )}
      {validFor === 'waitlist' && (
        <Picker
          id="waitlist_id"
          label={t('waitlist.title')}
          useFound={useWaitlistsFound}
          idOf={({ id }) => id}
          nameOf={waitlistName}
          chosen={waitlist ? [waitlist] : []}
          onChoose={(one) => form.set({ waitlist_id: one })}
        />
      )}
    </Card>
  );
}

const waitlistName = ({ product, state }: Waitlist): string => `${product.title} · ${t(`waitlist.state.${state}`)}`;

function useWaitlistsFound(text: string): List<Waitlist> {
  return useList(keyOf(`waitlists?picked ${text}`), async (after) => {
    const query = { limit: PICKED_FROM, ...(text !== '' && { q: text }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/waitlists', { params: { query } }));
  });
}
