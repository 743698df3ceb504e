import { ROOM_LINES } from '../../../../protocol/wire/placement-room.ts';

export type SnippetFacts = {
  /** The address of the service. */
  baseUrl: string;
  /** The public key of the store. */
  key: string;
  /** The id of a product in the connected store. */
  product: string;
  /** The id of its first variant; undefined where it has only one, which needs no name. */
  variant: string | undefined;
};

export type SnippetKind = 'html' | 'liquid' | 'react';

/** The code for a page of a store. All three show price and button, and follow the variant that is chosen. */
export const SNIPPETS: Record<SnippetKind, (facts: SnippetFacts) => string> = { html, liquid, react };

const ROOM = `<style>
  ${ROOM_LINES.join('\n  ')}
</style>
`;

// Which variant is chosen only the page knows: without one the button would wait for it.
const CHOSEN = `
  // When the shopper chooses another variant, call choose with its id.
  function choose(skuId) {
    for (const placementType of ['price', 'button']) Service.update({ placementType, skuId });
  }`;

function html({ baseUrl, key, product, variant }: SnippetFacts): string {
  return `<script src="${baseUrl}/api/v1/service.js"></script>
${ROOM}
<div data-service-placement-type="price"></div>
<div data-service-placement-type="button"></div>

<script>
  Service.init({ apiKey: '${key}' });
  for (const placementType of ['price', 'button']) {
    Service.load({ placementType, productId: '${product}'${variant ? `, skuId: '${variant}'` : ''} });
  }${variant ? CHOSEN : ''}
</script>`;
}

function liquid({ baseUrl, key }: SnippetFacts): string {
  return `<script src="${baseUrl}/api/v1/service.js"></script>
${ROOM}
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
