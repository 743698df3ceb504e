import { DEMO_STORE } from '../catalogue.ts';
import { type Snippet, shownSnippet, snippet } from '../pages/snippet.ts';
import { nameOf, STYLE_FIELDS } from './fields.ts';
import type { Settings } from './settings.ts';

const STATUS_TYPE = 'pre-order-status-placement';

/** The code of the page with the element: what runs there is what is shown to be copied. */
export function playgroundSnippet(settings: Settings, serviceUrl: string): Snippet {
  const { placement } = settings;
  const init = `Service.init({ apiKey: '${DEMO_STORE.publicKey}' });`;
  if (placement === 'status') {
    const lines = inReady('()', [init, "Service.loadPreorderStatusPage({ mode: 'guest' });"]);
    return snippet(serviceUrl, lines, [STATUS_TYPE]);
  }
  if (placement === 'status_signed_in') {
    return snippet(serviceUrl, inReady('async ()', [init, '', ...signedIn()]), [STATUS_TYPE]);
  }
  const types = placement === 'both' ? ['price', 'button'] : [placement];
  const loads = types.flatMap((type) => load(settings, type));
  return snippet(serviceUrl, inReady('()', [init, '', ...loads]), types);
}

/** The same to be pasted into a page with that policy. */
export function playgroundCode(settings: Settings, serviceUrl: string): string {
  const hasNonces = ['csp', 'trusted_types'].includes(settings.policy);
  return shownSnippet(playgroundSnippet(settings, serviceUrl), hasNonces ? 'NONCE' : undefined);
}

function inReady(parameters: string, lines: string[]): string[] {
  const body = lines.map((line) => (line ? `  ${line}` : ''));
  return [`addEventListener('Service:Ready', ${parameters} => {`, ...body, '});'];
}

function signedIn(): string[] {
  return [
    '// Your backend signs it with your shared secret, for a customer who is signed in.',
    "const answer = await fetch('/account/token.json');",
    'const { token } = await answer.json();',
    "if (token) Service.loadPreorderStatusPage({ mode: 'logged_in', token });",
  ];
}

function load({ product, variant, fallbackToSoldOut, styles }: Settings, type: string): string[] {
  return [
    'Service.load({',
    `  placementType: '${type}',`,
    `  productId: '${product.id}',`,
    ...(variant ? [`  skuId: '${variant}',`] : []),
    ...(fallbackToSoldOut && type === 'button' ? ['  fallbackToSoldOut: true,'] : []),
    ...(['style', 'hoverStyle', 'disabledStyle', 'labelStyle'] as const).flatMap((part) => {
      const declarations = STYLE_FIELDS.filter((field) => field.part === part && isOf(field.of, type)).flatMap(
        (field) => {
          const value = styles.get(nameOf(field));
          return value === undefined ? [] : [`    ${field.name}: '${value}',`];
        },
      );
      return declarations.length > 0 ? [`  ${part}: {`, ...declarations, '  },'] : [];
    }),
    '});',
  ];
}

function isOf(placements: readonly string[], type: string): boolean {
  return placements.includes(type);
}
