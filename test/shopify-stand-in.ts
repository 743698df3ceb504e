import { SCOPES } from '../src/integrations/commerce/shopify/scopes.ts';
import { startDesk } from './support/shopify/desk.ts';
import { addProduct } from './support/shopify/products.ts';
import { startShopify } from './support/shopify/server.ts';
import { TOKEN } from './support/shopify/shop.ts';
import { testData } from './support/test-data.ts';

// `npm run shopify-stand-in` starts the store of the tests for a person: Shopify's Admin API on loopback, and a page for its merchant.

const [PORT, DESK_PORT] = [4010, 4011];

if (testData === undefined) {
  console.error(
    'TEST_DATA names no folder. It needs one with shopify/admin_2026-10.json.gz, the schema of the Admin API.',
  );
  process.exitCode = 2;
} else {
  const standIn = await startShopify({ scopes: SCOPES, port: PORT });
  const { shop } = standIn;
  addProduct(shop, {
    id: '9001',
    title: 'Brass lamp',
    handle: 'brass-lamp',
    optionNames: ['Size'],
    variants: ['Small', 'Large'].map((size, nth) => ({
      id: String(9101 + nth),
      options: [size],
      sku: `LAMP-${size.charAt(0)}`,
      price: '89.00',
      inventoryQuantity: 0,
    })),
  });
  const desk = await startDesk(standIn, DESK_PORT);
  const settings = { address: standIn.url, access_token: TOKEN, api_secret: shop.clientSecret };
  console.log(`A stand-in for Shopify runs at ${standIn.url}. What its merchant does: ${desk.url}

Start the service with WEBHOOK_PRIVATE_TARGETS=allow, and connect a test store in ${shop.currency} with these settings, in a file:

${JSON.stringify(settings, null, 2)}

  ./service connection connect --store STORE --kind shopify --settings-file FILE

Or with "client_id": "${shop.clientId}" instead of "access_token". As the public app of the service:

  SHOPIFY_STAND_IN=${standIn.url} SHOPIFY_CLIENT_ID=${shop.clientId} SHOPIFY_CLIENT_SECRET=${shop.clientSecret}
 Ctrl-C ends it, and forgets everything.`);
}
