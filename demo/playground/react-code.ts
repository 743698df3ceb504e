import { DEMO_STORE } from '../catalogue.ts';
import { partsOfLook } from './code.ts';
import type { Settings } from './settings.ts';

const NAMES: Record<string, string[]> = {
  button: ['PreorderButton'],
  price: ['PreorderPrice'],
  both: ['PreorderPrice', 'PreorderButton'],
};

/** Returns the code for the same elements with the components of waitlist-preorder-react. */
export function reactCode(settings: Settings, serviceUrl: string): string {
  const names = NAMES[settings.placement] ?? ['PreorderStatus'];
  const isSignedIn = settings.placement === 'status_signed_in';
  const imports = [...names, 'PreorderProvider'].sort().join(', ');
  return [
    `import { ${imports} } from 'waitlist-preorder-react';`,
    '',
    ...(isSignedIn ? ['// Your backend signs the token, for a customer who is signed in.'] : []),
    `export function Preorder(${isSignedIn ? '{ token }: { token: string }' : ''}) {`,
    '  return (',
    '    <PreorderProvider',
    `      baseUrl="${serviceUrl}"`,
    `      apiKey="${DEMO_STORE.publicKey}"`,
    '    >',
    ...names.flatMap((name) => element(settings, name)).map((line) => `      ${line}`),
    '    </PreorderProvider>',
    '  );',
    '}',
  ].join('\n');
}

function element(settings: Settings, name: string): string[] {
  const { placement, product, variant, fallbackToSoldOut } = settings;
  if (placement === 'status') return ['<PreorderStatus mode="guest" />'];
  if (placement === 'status_signed_in') return ['<PreorderStatus mode="logged_in" token={token} />'];
  const type = name === 'PreorderButton' ? 'button' : 'price';
  const look = partsOfLook(settings, type).map(({ part, declarations }) => {
    const pairs = declarations.map(([property, value]) => `${property}: '${value}'`);
    return `  ${part}={{ ${pairs.join(', ')} }}`;
  });
  return [
    `<${name}`,
    `  productId="${product.id}"`,
    ...(variant ? [`  skuId="${variant}"`] : []),
    ...(fallbackToSoldOut && type === 'button' ? ['  fallbackToSoldOut'] : []),
    ...look,
    '/>',
  ];
}
