import { useLocation } from 'preact-iso/router';
import type { IdMapping } from '../../../../domain/id-mapping-csv.ts';
import type { Product } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { mapIds, readProduct } from './reads.ts';

/** The ids and the code as they are typed; variants by their place, because their ids may change meanwhile. */
type Typed = { 'product-id': string; 'product-code': string } & Record<`variant-${number}`, string>;

const typedOf = (product: Product): Typed => ({
  'product-id': product.id,
  'product-code': product.product_code,
  ...Object.fromEntries(product.variants.map(({ id }, place) => [`variant-${place}`, id])),
});

/** Gives a product and its variants the ids of the platform. */
export function ChangeIds({ product, onClose }: { product: Product; onClose: () => void }) {
  const { route } = useLocation();
  const { slug } = useCurrentStore();
  const form = useForm({
    of: product,
    values: typedOf,
    read: () => readProduct(product.product_code),
    check: (typed) => Object.fromEntries(Object.entries(typed).map(([id]) => [id, wrongId(typed, id as keyof Typed)])),
    save: async (typed, { of, header }) => {
      const mapping = changesOf(of, typed);
      if (mapping) await mapIds([mapping], header);
      return mapping;
    },
    done: (mapping) => {
      say(t(mapping ? 'product.change.done' : 'product.change.same'));
      onClose();
      // The address of this page names the product by its id.
      const code = mapping?.product_code ?? product.product_code;
      if (mapping?.id !== undefined) route(storePath(slug, `/products/${encodeURIComponent(code)}`), true);
    },
  });
  return (
    <FormWindow
      title={t('product.change')}
      text={t('product.change.text')}
      form={form}
      submit={t('save')}
      onClose={onClose}
      wide
    >
      <div class="pair">
        <Input {...form.field('product-id')} label={t('product.change.id')} autoComplete="off" />
        <Input {...form.field('product-code')} label={t('product.change.code')} autoComplete="off" />
      </div>
      {product.variants.map(({ id, title, sku }, place) => (
        <Input
          key={id}
          {...form.field(`variant-${place}`)}
          label={t('product.id_of', { variant: title || sku || t('variant.only') })}
          autoComplete="off"
        />
      ))}
    </FormWindow>
  );
}

function wrongId(typed: Typed, field: keyof Typed): string | undefined {
  const id = typed[field]?.trim() ?? '';
  if (id === '') return t('product.change.empty');
  const first = Object.entries(typed).find(([other, value]) => other.startsWith('variant-') && value.trim() === id);
  return field.startsWith('variant-') && first?.[0] !== field ? t('product.change.twice') : undefined;
}

/** Returns what differs; undefined where nothing does. */
function changesOf(product: Product, typed: Typed): IdMapping | undefined {
  const [id, code] = [typed['product-id'].trim(), typed['product-code'].trim()];
  const changed = product.variants.flatMap(({ id: variant }, place) => {
    const given = typed[`variant-${place}`]?.trim() ?? variant;
    return given === variant ? [] : [{ variant, id: given }];
  });
  const mapping = {
    ...(id !== product.id && { id }),
    ...(code !== product.product_code && { product_code: code }),
    ...(changed.length > 0 && { variants: changed }),
  };
  return Object.keys(mapping).length === 0 ? undefined : { product: product.id, ...mapping };
}
