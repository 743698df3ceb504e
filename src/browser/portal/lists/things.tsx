import { useState } from 'preact/hooks';
import type { Product, Waitlist } from '../requests/kinds.ts';
import { useProduct, useWaitlist } from '../requests/reads.ts';
import { useForm } from '../requests/use-form.ts';
import { t } from '../texts.ts';
import { FormWindow } from '../ui/form-window.tsx';
import { ProductPicker } from '../ui/product-picker.tsx';
import { WaitlistPicker } from '../ui/waitlist-picker.tsx';
import { ChoiceWindow } from './choice.tsx';
import type { ListFilter, WindowProps } from './filter.ts';

/** A product of the store. */
export const PRODUCT: ListFilter = {
  label: 'product',
  names: ['product'],
  clears: ['variant'],
  scope: 'catalog:read',
  Value: ({ read }) => <ProductName id={read('product')} />,
  Window: ProductWindow,
};

/** A variant of the product that is chosen. */
export const VARIANT: ListFilter = {
  label: 'variant',
  names: ['variant'],
  scope: 'catalog:read',
  isOffered: (read) => read('product') !== '',
  Value: ({ read }) => <VariantName product={read('product')} id={read('variant')} />,
  Window: VariantWindow,
};

/** A waitlist of the store. */
export const WAITLIST: ListFilter = {
  label: 'waitlist',
  names: ['waitlist'],
  scope: 'waitlists:read',
  Value: ({ read }) => <WaitlistName id={read('waitlist')} />,
  Window: WaitlistWindow,
};

function ProductName({ id }: { id: string }) {
  const { data, fault } = useProduct(id);
  return <>{data?.title ?? (fault ? t('list.gone') : '…')}</>;
}

function VariantName({ product, id }: { product: string; id: string }) {
  const { data } = useProduct(product);
  return <>{data?.variants.find((variant) => variant.id === id)?.title ?? id}</>;
}

function WaitlistName({ id }: { id: string }) {
  const { data, fault } = useWaitlist(id);
  return <>{data?.product.title ?? (fault ? t('list.gone') : '…')}</>;
}

function ProductWindow({ filters, onClose }: WindowProps) {
  const [chosen, setChosen] = useState<Product>();
  const form = useForm({
    free: true,
    values: () => ({}),
    check: () => ({ product: !chosen && t('fault.invalid_parameter.empty') }),
    save: async () => filters.write({ product: chosen?.id ?? '', variant: '' }),
    done: onClose,
  });
  return (
    <FormWindow title={t('list.by.product')} form={form} submit={t('list.show')} onClose={onClose}>
      <ProductPicker
        id="product"
        label={t('column.product')}
        chosen={chosen ? [chosen] : []}
        onChoose={(product) => setChosen(product)}
      />
    </FormWindow>
  );
}

function VariantWindow(props: WindowProps) {
  const { data } = useProduct(props.filters.read('product'));
  if (!data) return null;
  const options = data.variants.map(({ id, title, sku }) => ({ value: id, text: sku ? `${title} (${sku})` : title }));
  return <ChoiceWindow name="variant" label="variant" options={options} {...props} />;
}

function WaitlistWindow({ filters, onClose }: WindowProps) {
  const [chosen, setChosen] = useState<Waitlist>();
  const form = useForm({
    free: true,
    values: () => ({}),
    check: () => ({ waitlist: !chosen && t('fault.invalid_parameter.empty') }),
    save: async () => filters.write({ waitlist: chosen?.id ?? '' }),
    done: onClose,
  });
  return (
    <FormWindow title={t('list.by.waitlist')} form={form} submit={t('list.show')} onClose={onClose}>
      <WaitlistPicker
        id="waitlist"
        label={t('waitlist.title')}
        chosen={chosen ? [chosen] : []}
        onChoose={(waitlist) => setChosen(waitlist)}
      />
    </FormWindow>
  );
}
