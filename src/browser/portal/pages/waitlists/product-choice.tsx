import { useState } from 'preact/hooks';
import type { Product } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { ProductPicker, productName } from '../../ui/product-picker.tsx';

export type ProductChoiceProps = { value: readonly Product[]; onValue: (products: readonly Product[]) => void };

/** Chooses the product of a new waitlist, or several: then each of them gets one with the same terms. */
export function ProductChoice({ value: chosen, onValue: onChoose }: ProductChoiceProps) {
  const [many, setMany] = useState(chosen.length > 1);
  const toggle = () => {
    setMany(!many);
    if (many) onChoose(chosen.slice(0, 1));
  };
  return (
    <div class="stack">
      <ProductPicker
        key={`${many}`}
        id="product"
        label={t(many ? 'create.add' : 'column.product')}
        chosen={chosen}
        many={many}
        onChoose={(product) => onChoose(many ? [...chosen, product] : [product])}
      />
      {many && <Chosen value={chosen} onValue={onChoose} />}
      <div>
        <button type="button" class="link-button" onClick={toggle}>
          {t(many ? 'create.one' : 'create.many')}
        </button>
      </div>
    </div>
  );
}

function Chosen({ value: chosen, onValue: onChoose }: ProductChoiceProps) {
  return (
    <div>
      <p class="label" id="chosen-products" role="status">
        {t('create.products', { count: chosen.length })}
      </p>
      {chosen.length > 0 && (
        <ul class="chosen" aria-labelledby="chosen-products">
          {chosen.map((product) => (
            <li key={product.id} class="chosen__one">
              {productName(product)}
              <button
                type="button"
                class="icon-button"
                aria-label={t('create.leave_out', { product: product.title })}
                onClick={() => onChoose(chosen.filter(({ id }) => id !== product.id))}
              >
                <Glyph name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
