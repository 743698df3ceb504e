import { useState } from 'preact/hooks';
import type { Product } from '../../requests/kinds.ts';
import { useProduct } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { countryOptions } from '../../ui/countries.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { days } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ProductPicker } from '../../ui/product-picker.tsx';
import { Radios } from '../../ui/radios.tsx';
import { useDeliveries } from '../deliveries/reads.ts';
import { PLANS, SPANS } from './filter.ts';

export type FilterKind = 'days' | 'product' | 'variant' | 'waitlist' | 'batch' | 'country' | 'plan';

type WindowProps = { filters: Filters; onClose: () => void };

/** Asks for the value of one filter. */
export function FilterWindow({ kind, ...props }: WindowProps & { kind: FilterKind }) {
  if (kind === 'days') return <DaysWindow {...props} />;
  if (kind === 'product') return <ProductWindow {...props} />;
  if (kind === 'variant') return <VariantWindow {...props} />;
  if (kind === 'batch') return <BatchWindow {...props} />;
  if (kind === 'country') return <ChoiceWindow name="country" options={countryOptions()} {...props} />;
  return (
    <ChoiceWindow name="plan" options={PLANS.map((plan) => ({ value: plan, text: t(`plan.${plan}`) }))} {...props} />
  );
}

type ChoiceWindowProps = WindowProps & {
  name: 'country' | 'plan' | 'variant' | 'batch';
  options: readonly { value: string; text: string }[];
};

function ChoiceWindow({ name, options, filters, onClose }: ChoiceWindowProps) {
  const form = useForm({
    free: true,
    values: () => ({ value: filters.read(name) || (options[0]?.value ?? '') }),
    save: async ({ value }) => filters.write({ [name]: value }),
    done: onClose,
  });
  return (
    <FormWindow title={t(`list.by.${name}`)} form={form} submit={t('list.show')} onClose={onClose}>
      <Choice {...form.field('value')} label={t(`list.by.${name}`)} options={options} />
    </FormWindow>
  );
}

function VariantWindow(props: WindowProps) {
  const { data } = useProduct(props.filters.read('product'));
  if (!data) return null;
  const options = data.variants.map(({ id, title, sku }) => ({ value: id, text: sku ? `${title} (${sku})` : title }));
  return <ChoiceWindow name="variant" options={options} {...props} />;
}

/** The first page of the deliveries: those that somebody waits for come first. */
function BatchWindow(props: WindowProps) {
  const { first, entries } = useDeliveries(false);
  if (!first.data) return null;
  if (entries.length === 0) {
    return (
      <Modal title={t('list.by.batch')} onClose={props.onClose}>
        <p class="muted">{t('list.no_batches')}</p>
      </Modal>
    );
  }
  const options = entries.map(({ id, product, ship_window: window }) => ({
    value: id,
    text: `${product.title}, ${days(window)}`,
  }));
  return <ChoiceWindow name="batch" options={options} {...props} />;
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

function DaysWindow({ filters, onClose }: WindowProps) {
  const [from, until] = [filters.read('from'), filters.read('until')];
  const span = from === '' && until === '' ? filters.read('days') || '7' : 'own';
  const form = useForm({
    free: true,
    values: () => ({ span, from, until }),
    check: (values) => ({
      from: values.span === 'own' && values.from === '' && values.until === '' && t('fault.invalid_parameter.empty'),
      until: values.from > values.until && values.until !== '' && values.span === 'own' && t('list.days.order'),
    }),
    save: async (values) => {
      const isOwn = values.span === 'own';
      filters.write({
        days: isOwn ? '' : values.span,
        from: isOwn ? values.from : '',
        until: isOwn ? values.until : '',
      });
    },
    done: onClose,
  });
  return (
    <FormWindow title={t('list.by.days')} form={form} submit={t('list.show')} onClose={onClose}>
      <Radios
        {...form.field('span')}
        label={t('list.by.days')}
        hideLabel
        options={[
          ...SPANS.map((one) => ({ value: one as string, text: t('list.days', { count: Number(one) }) })),
          { value: 'own', text: t('list.days.own') },
        ]}
      />
      {form.values.span === 'own' && (
        <div class="pair">
          <Input {...form.field('from')} type="date" label={t('list.days.from')} />
          <Input {...form.field('until')} type="date" label={t('list.days.until')} />
        </div>
      )}
    </FormWindow>
  );
}
