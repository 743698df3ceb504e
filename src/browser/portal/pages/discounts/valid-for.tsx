import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Card } from '../../ui/page.tsx';
import { ProductPicker } from '../../ui/product-picker.tsx';
import { Radios } from '../../ui/radios.tsx';
import { WaitlistPicker } from '../../ui/waitlist-picker.tsx';
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
        <WaitlistPicker
          id="waitlist_id"
          label={t('waitlist.title')}
          chosen={waitlist ? [waitlist] : []}
          onChoose={(one) => form.set({ waitlist_id: one })}
        />
      )}
    </Card>
  );
}
