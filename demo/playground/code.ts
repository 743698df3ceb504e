import { DEMO_STORE } from '../catalogue.ts';
import { type Snippet, snippet } from '../pages/snippet.ts';
import { nameOf, STYLE_FIELDS } from './fields.ts';
import type { Settings } from './settings.ts';

const STATUS_TYPE = 'pre-order-status-placement';

/** Returns the code of the page with the element. The page runs the same code that is shown for copying. */
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
  const types = (['price', 'button'] as const).filter((type) => placement === 'both' || placement === type);
  const loads = types.flatMap((type) => load(settings, type));
  return snippet(serviceUrl, inReady('()', [init, '', ...loads]), [...types]);
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

function load(settings: Settings, type: 'button' | 'price'): string[] {
  const { product, variant, fallbackToSoldOut } = settings;
  return [
    'Service.load({',
    `  placementType: '${type}',`,
    `  productId: '${product.id}',`,
    ...(variant ? [`  skuId: '${variant}',`] : []),
    ...(fallbackToSoldOut && type === 'button' ? ['  fallbackToSoldOut: true,'] : []),
    ...partsOfLook(settings, type).flatMap(({ part, declarations }) => [
      `  ${part}: {`,
      ...declarations.map(([name, value]) => `    ${name}: '${value}',`),
      '  },',
    ]),
    '});',
  ];
}

/** Returns the style objects of an element, without empty ones. */
export function partsOfLook(
  { styles }: Settings,
  type: 'button' | 'price',
): { part: string; declarations: [name: string, value: string][] }[] {
  const parts = ['style', 'hoverStyle', 'disabledStyle', 'labelStyle'].map((part) => ({
    part,
    declarations: STYLE_FIELDS.filter((field) => field.part === part && field.of.includes(type)).flatMap(
      (field): [string, string][] => {
        const value = styles.get(nameOf(field));
        return value === undefined ? [] : [[field.name, value]];
      },
    ),
  }));
  return parts.filter(({ declarations }) => declarations.length > 0);
}
