import { useState } from 'preact/hooks';
import type { Product } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { Choice, Input } from '../../ui/form.tsx';

export type ProductChoiceProps = {
  products: readonly Product[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
};

// More than fits on a screen without scrolling.
const SEARCHED_MIN = 10;

/** Chooses the product of a new waitlist, or several: then each of them gets one with the same terms. */
export function ProductChoice({ products, chosen, onChoose }: ProductChoiceProps) {
  const [many, setMany] = useState(false);
  const toggle = () => {
    setMany(!many);
    if (many) onChoose(chosen.slice(0, 1));
  };
  return (
    <div class="stack">
      {many ? (
        <Several products={products} chosen={chosen} onChoose={onChoose} />
      ) : (
        <Choice
          id="product"
          label={t('column.product')}
          value={chosen[0] ?? ''}
          options={products.map((product) => ({ value: product.id, text: nameOf(product) }))}
          onValue={(id) => onChoose([id])}
        />
      )}
      {products.length > 1 && (
        <div>
          <button type="button" class="link-button" onClick={toggle}>
            {t(many ? 'create.one' : 'create.many')}
          </button>
        </div>
      )}
    </div>
  );
}

export const nameOf = ({ title, product_code }: Pick<Product, 'title' | 'product_code'>): string =>
  `${title} (${product_code})`;

function Several({ products, chosen, onChoose }: ProductChoiceProps) {
  const [typed, setTyped] = useState('');
  const shown = products.filter((product) => nameOf(product).toLowerCase().includes(typed.trim().toLowerCase()));
  const toggle = (id: string, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset class="choices">
      <legend class="label">{t('create.products', { count: chosen.length })}</legend>
      {products.length > SEARCHED_MIN && (
        <Input id="product-search" type="search" label={t('create.search')} value={typed} onValue={setTyped} />
      )}
      <div class="choices__scroll">
        {shown.map((product) => (
          <label key={product.id} class="choices__one">
            <input
              type="checkbox"
              checked={chosen.includes(product.id)}
              onChange={(event) => toggle(product.id, event.currentTarget.checked)}
            />
            <span>{nameOf(product)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
