import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { IdMapping } from '../../../../domain/id-mapping-csv.ts';
import { Button } from '../../../ui/button.tsx';
import type { Fault } from '../../requests/fault.ts';
import type { Product } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { mapIds } from './reads.ts';

/** The ids and the code as they are typed; variants by the id that they have now. */
type Typed = { id: string; code: string; variants: Record<string, string> };

/** Gives a product and its variants the ids of the platform. */
export function ChangeIds({ product, onClose }: { product: Product; onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>(() => ({
    id: product.id,
    code: product.product_code,
    variants: Object.fromEntries(product.variants.map(({ id }) => [id, id])),
  }));
  const { route } = useLocation();
  const { slug } = useCurrentStore();
  const [wrong, setWrong] = useState<Fault>();
  const sending = useSending();
  const change = async () => {
    const found = wrongIn(typed);
    setWrong(found);
    if (found) return;
    const mapping = changesOf(product, typed);
    if (mapping && !(await sending.send(() => mapIds([mapping])))) return;
    say(t(mapping ? 'product.change.done' : 'product.change.same'));
    onClose();
    // The address of this page names the product by its id.
    if (mapping?.id !== undefined)
      route(storePath(slug, `/products/${encodeURIComponent(mapping.product_code ?? product.product_code)}`), true);
  };
  return (
    <Modal title={t('product.change')} onClose={onClose} wide>
      <p class="muted">{t('product.change.text')}</p>
      <Form onSubmit={change}>
        <div class="pair">
          <Input
            id="product-id"
            label={t('product.change.id')}
            value={typed.id}
            autoComplete="off"
            fault={wrong}
            onValue={(id) => setTyped({ ...typed, id })}
          />
          <Input
            id="product-code"
            label={t('product.change.code')}
            value={typed.code}
            autoComplete="off"
            fault={wrong}
            onValue={(code) => setTyped({ ...typed, code })}
          />
        </div>
        {product.variants.map(({ id, title, sku }) => (
          <Input
            key={id}
            id={`variant-${id}`}
            label={t('product.id_of', { variant: title || sku || t('variant.only') })}
            value={typed.variants[id] ?? ''}
            autoComplete="off"
            fault={wrong}
            onValue={(value) => setTyped({ ...typed, variants: { ...typed.variants, [id]: value } })}
          />
        ))}
        {sending.fault && <FaultNotice fault={sending.fault} />}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}

function wrongIn({ id, code, variants }: Typed): Fault | undefined {
  const fields = [
    ['product-id', id],
    ['product-code', code],
    ...Object.entries(variants).map(([key, value]) => [`variant-${key}`, value] as const),
  ] as const;
  const empty = fields.find(([, value]) => value.trim() === '');
  if (!empty) return undefined;
  return {
    code: 'invalid_parameter',
    text: t('product.change.empty'),
    param: empty[0],
    data: undefined,
    requestId: undefined,
  };
}

/** Returns what differs; undefined where nothing does. */
function changesOf(product: Product, { id, code, variants }: Typed): IdMapping | undefined {
  const changed = Object.entries(variants).flatMap(([variant, typed]) =>
    typed.trim() === variant ? [] : [{ variant, id: typed.trim() }],
  );
  const mapping = {
    ...(id.trim() !== product.id && { id: id.trim() }),
    ...(code.trim() !== product.product_code && { product_code: code.trim() }),
    ...(changed.length > 0 && { variants: changed }),
  };
  return Object.keys(mapping).length === 0 ? undefined : { product: product.id, ...mapping };
}
