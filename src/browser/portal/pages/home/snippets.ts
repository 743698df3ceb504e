export type SnippetFacts = {
  /** The address of the service. */
  baseUrl: string;
  /** The public key of the store. */
  key: string;
  /** The id of a product in the connected store. */
  product: string;
};

export type SnippetKind = 'html' | 'liquid' | 'react';

/** The code for a page of a store. All three show price and button, and follow the variant that is chosen. */
export const SNIPPETS: Record<SnippetKind, (facts: SnippetFacts) => string> = { html, liquid, react };

function html({ baseUrl, key, product }: SnippetFacts): string {
  return `<script src="${baseUrl}/api/v1/service.js"></script>

<div data-service-placement-type="price"></div>
<div data-service-placement-type="button"></div>

<script>
  Service.init({ apiKey: '${key}' });
  for (const placementType of ['price', 'button']) {
    Service.load({ placementType, productId: '${product}' });
  }
  // When a shopper chooses a variant:
  // Service.update({ placementType: 'button', skuId: 'VARIANT_ID' });
</script>`;
}

function liquid({ baseUrl, key }: SnippetFacts): string {
  return `<script src="${baseUrl}/api/v1/service.js"></script>

<div data-service-placement-type="price"></div>
<div data-service-placement-type="button"></div>

<script>
  Service.init({ apiKey: '${key}' });
  const placements = ['price', 'button'];
  for (const placementType of placements) {
    Service.load({
      placementType,
      productId: '{{ product.id }}',
      skuId: '{{ product.selected_or_first_available_variant.id }}',
    });
  }
  document.addEventListener('change', () => {
    const skuId = new URLSearchParams(location.search).get('variant');
    if (skuId) for (const placementType of placements) Service.update({ placementType, skuId });
  });
</script>`;
}

function react({ baseUrl, key, product }: SnippetFacts): string {
  return `// npm install ${baseUrl}/packages/react.tgz
'use client';

import { PreorderButton, PreorderPrice, PreorderProvider } from 'waitlist-preorder-react';

export function Buy({ variantId }: { variantId: string | null }) {
  return (
    <PreorderProvider baseUrl="${baseUrl}" apiKey="${key}">
      <PreorderPrice productId="${product}" skuId={variantId} />
      <PreorderButton productId="${product}" skuId={variantId} />
    </PreorderProvider>
  );
}`;
}
