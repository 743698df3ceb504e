import { DEMO_STORE } from '../catalogue.ts';
import type { DemoProduct } from '../products/product.ts';

/**
 * The code with which a page uses the SDK. The page runs and shows the same text; only the `nonce`, which a strict policy
 * needs on script elements, differs.
 */
export type Snippet = {
  /** The placements' containers. */
  containers: string;
  /** The inline script. */
  script: string;
  /** Returns the element that loads the service's script, which follows the inline script. `query` goes with its address. */
  loader: (nonce?: string, query?: string) => string;
};

const CONTAINER = (type: string) => `<div data-service-placement-type="${type}"></div>`;

const attribute = (nonce?: string) => (nonce ? ` nonce="${nonce}"` : '');

export function snippet(serviceUrl: string, lines: string[], containers: string[]): Snippet {
  return {
    containers: containers.map(CONTAINER).join('\n'),
    script: `\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n`,
    loader: (nonce, query = '') =>
      `<script async src="${serviceUrl}/api/v1/service.js${query}"${attribute(nonce)}></script>`,
  };
}

/** Returns the code to copy. `nonce` is a placeholder for the nonce that a strict page generates for each response. */
export function shownSnippet({ containers, script, loader }: Snippet, nonce?: string): string {
  return [containers, `<script${attribute(nonce)}>${script}</script>`, loader(nonce)]
    .filter(Boolean)
    .join('\n\n')
    .replace('\n\n<script async', '\n<script async');
}

export function homeSnippet(serviceUrl: string): Snippet {
  return snippet(
    serviceUrl,
    [
      "addEventListener('Service:Ready', async () => {",
      `  Service.init({ apiKey: '${DEMO_STORE.publicKey}' });`,
      '',
      '  // Every open waitlist of the store, with the date as shoppers read it.',
      '  const { data } = await Service.fetchWaitlists();',
      '  for (const waitlist of data) {',
      '    const { id } = waitlist.product;',
      "    const ships = document.querySelector('[data-product=\"' + id + '\"] .ships');",
      "    if (ships) ships.textContent = 'Ships ' + waitlist.display_dispatch_date;",
      '  }',
      '});',
    ],
    [],
  );
}

/** The snippet of the status page, for a signed-in customer or a guest. */
export function statusSnippet(serviceUrl: string, { signedIn }: { signedIn: boolean }): Snippet {
  const load = signedIn
    ? [
        '  // Your backend signs it with your shared secret, for a customer who is signed in.',
        "  const answer = await fetch('/account/token.json');",
        '  const { token } = await answer.json();',
        "  Service.loadPreorderStatusPage({ mode: 'logged_in', token });",
      ]
    : ["  Service.loadPreorderStatusPage({ mode: 'guest' });"];
  return snippet(
    serviceUrl,
    [
      `addEventListener('Service:Ready', ${signedIn ? 'async ' : ''}() => {`,
      `  Service.init({ apiKey: '${DEMO_STORE.publicKey}' });`,
      '',
      ...load,
      '});',
    ],
    ['pre-order-status-placement'],
  );
}

export function productSnippet(serviceUrl: string, product: DemoProduct): Snippet {
  const lines = [
    ...fields(product),
    "addEventListener('Service:Ready', () => {",
    `  Service.init({ apiKey: '${DEMO_STORE.publicKey}' });`,
    '',
    ...load(product).map((line) => `  ${line}`),
    ...[...followVariant(product), ...followEngraving(product)].map((line) => `  ${line}`),
    '',
    '  // Called when the checkout opens, and only then.',
    '  Service.setCustomerData(async () => {',
    "    const answer = await fetch('/account.json');",
    '    return answer.json();',
    '  });',
    '});',
  ];
  return snippet(serviceUrl, lines, ['price', 'button']);
}

function fields({ options, shows }: DemoProduct): string[] {
  const lines = [
    ...(options.length > 0 ? ['const variant = document.querySelector(\'[name="variant"]\');'] : []),
    ...(shows?.engraving ? ['const engraving = document.querySelector(\'[name="engraving"]\');'] : []),
  ];
  return lines.length > 0 ? [...lines, ''] : [];
}

function load({ id, options, shows }: DemoProduct): string[] {
  const variant = options.length > 0 ? ['  skuId: variant.value || null,'] : [];
  return [
    'Service.load({',
    "  placementType: 'price',",
    `  productId: '${id}',`,
    ...variant,
    "  style: { fontSize: '24px', fontWeight: '600', height: '36px' },",
    '});',
    'Service.load({',
    "  placementType: 'button',",
    `  productId: '${id}',`,
    ...variant,
    ...(shows?.fallbackToSoldOut ? ['  fallbackToSoldOut: true,'] : []),
    '  style: {',
    "    width: '100%', height: '52px', borderRadius: '999px',",
    "    backgroundColor: '#b4532f', color: '#ffffff',",
    "    fontSize: '17px', fontWeight: '600',",
    '  },',
    "  hoverStyle: { backgroundColor: '#963f20' },",
    '});',
  ];
}

function followVariant({ options }: DemoProduct): string[] {
  if (options.length === 0) return [];
  return [
    '',
    "variant.addEventListener('change', () => {",
    "  for (const placementType of ['price', 'button']) {",
    '    Service.update({ placementType, skuId: variant.value || null });',
    '  }',
    '});',
  ];
}

function followEngraving({ shows }: DemoProduct): string[] {
  if (!shows?.engraving) return [];
  return [
    '',
    '// Travels with the pre-order, and comes back in PreorderCreated.',
    "engraving.addEventListener('input', () => {",
    '  Service.update({',
    "    placementType: 'button',",
    `    lineItemProperties: engraving.value ? { ${shows.engraving.label}: engraving.value } : null,`,
    '  });',
    '});',
  ];
}
