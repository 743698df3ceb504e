/** What a store's catalogue knows about an id that a page or a person gives. */
export type IdFinding = {
  /** The id as it is read: `gid://…/123` is 123. */
  id: string;
  /** What has the id, or had it earlier; null when nothing has. */
  found: 'product' | 'variant' | null;
  /** It is an id that the product or variant had earlier. */
  earlier: boolean;
  /** Why nothing has the id; null when something has. */
  why: UnknownId | null;
  /** The product that was found, or that `why` is about. */
  product: { id: string; handle: string; title: string } | null;
  /** The variant that was found, or that `why` is about. */
  variant: { id: string; sku: string; title: string } | null;
};

/**
 * handle, sku: it is not an id, but that of `product` · similar: `product` or `variant` has nearly this id · ids_made: the
 * service made the ids of the catalogue, because the import had none · empty: the catalogue has no products · unknown: none of
 * that.
 */
export type UnknownId = 'handle' | 'sku' | 'similar' | 'ids_made' | 'empty' | 'unknown';

/** Says in words, for the store's developer, what an id means, and what to do where it means nothing. */
export function explainId({ id, found, earlier, why, product, variant }: IdFinding): string {
  const of = product && `“${product.title}” (${product.handle})`;
  if (found === 'product')
    return `${id} is ${earlier ? 'an earlier id of ' : ''}the product ${of}${now(earlier, product)}.`;
  if (found === 'variant') {
    const which = variant?.title ? `the variant ${variant.title}` : 'the only variant';
    return `${id} is ${earlier ? 'an earlier id of ' : ''}${which} of ${of}${now(earlier, variant)}.`;
  }
  if (why === 'handle')
    return `${id} is not an id but a handle: name ${of} by productCode, or by its id ${product?.id}.`;
  if (why === 'sku')
    return `${id} is not an id but a SKU of ${of}: name it by sku, or by the variant’s id ${variant?.id}.`;
  if (why === 'similar') {
    return `Nothing has the id ${id}, but ${variant ? 'a variant of ' : ''}${of} has ${(variant ?? product)?.id}: ids are text, so a page must neither round them nor drop zeros.`;
  }
  return UNKNOWN[why ?? 'unknown'].replace('{id}', id);
}

const now = (earlier: boolean, thing: { id: string } | null) => (earlier ? `, which has ${thing?.id} now` : '');

const UNKNOWN: Record<'ids_made' | 'empty' | 'unknown', string> = {
  ids_made:
    'Nothing has the id {id}: the service made the ids of this catalogue, because the import had none. Import a file that has your platform’s ids, or map them. Until then name products by productCode and variants by sku.',
  empty: 'Nothing has the id {id}: the catalogue is empty. Import your products first.',
  unknown: 'Nothing has the id {id}. Was the product imported, and into this store?',
};
