// Starts the store: `CONNECTOR_SECRET=whsec_… PORT=4100 node examples/connector/main.mjs`. HOOK is the address for its changes.
import { readFileSync } from 'node:fs';
import { serveShop } from './server.mjs';
import { createShop } from './shop.mjs';

const { CONNECTOR_SECRET: secret = '', PORT: port = '4100', HOOK: hook = '' } = process.env;
if (!secret.startsWith('whsec_'))
  throw new Error('Set CONNECTOR_SECRET to the secret in the settings of the connection.');
const shop = createShop({ id: 'example', name: 'Example store', currency: 'EUR', secrets: secret.split(' '), hook });
for (const product of JSON.parse(readFileSync(new URL('products.json', import.meta.url), 'utf8')))
  shop.products.set(product.id, product);
serveShop(shop).listen(Number(port), '127.0.0.1', () => console.log(`The store listens at http://127.0.0.1:${port}`));
