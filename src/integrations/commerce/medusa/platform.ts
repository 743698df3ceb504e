import { AppError } from '../../../domain/error.ts';
import type { CommercePlatform, PlatformCan, PlatformKind, PlatformTools } from '../port.ts';
import { readWebhookText, webhookSecrets } from '../standard-webhook.ts';
import { medusaChanges } from './changes.ts';
import { createMedusaClient } from './client.ts';
import { medusaOrders } from './orders.ts';
import { medusaCatalogue, type StoreOf } from './products.ts';
import { Stores } from './wire.ts';

/** Medusa with our routes, see docs/guides/connect-medusa.md. */
export const medusa: PlatformKind = {
  kind: 'medusa',
  title: 'Medusa',
  requestsPerSecond: 20,
  settings: [
    { name: 'url', secret: false, about: 'The address of the server, such as https://api.shop.example' },
    { name: 'key', secret: true, about: 'A secret API key, as Medusa shows it once; it begins with sk_' },
    {
      name: 'webhook_secret',
      secret: true,
      optional: true,
      about:
        'The secret of the subscriber: whsec_ and at least 24 bytes in base64; two with a space between while it changes',
    },
  ],
  webhookSecrets: ({ webhook_secret }) => webhookSecrets(webhook_secret),
  open: openMedusa,
};

export const MEDUSA_CAN: PlatformCan = {
  changes: true,
  webhooks: true,
  stock: true,
  unpaidOrders: false, // nothing would keep one from being sent
  hold: 'no',
  shipWindow: true,
  cancel: 'lines',
  refunds: true,
  fulfilments: true,
  deliveries: false,
};

function openMedusa(settings: Readonly<Record<string, string>>, { http, currency }: PlatformTools): CommercePlatform {
  const { key = '', webhook_secret } = settings;
  if (!/^sk_\w{8,500}$/.test(key)) {
    throw new AppError('invalid_parameter', 'key is a secret API key of Medusa, which begins with sk_.', {
      param: 'key',
    });
  }
  webhookSecrets(webhook_secret);
  const ask = createMedusaClient(http, { url: readUrl(settings.url), key });
  const storeOf: StoreOf = async () => {
    const [store] = (await ask('GET', 'stores', { as: Stores, query: { limit: '1' } })).stores;
    if (store) return store;
    throw new AppError('invalid_parameter', 'This Medusa has no store.', { param: 'url' });
  };
  return {
    kind: medusa.kind,
    can: MEDUSA_CAN,
    ...medusaCatalogue(ask, storeOf, currency),
    changes: (cursor) => medusaChanges(ask, cursor),
    orders: medusaOrders(ask, storeOf),
    readWebhook: readWebhookText,
  };
}

function readUrl(text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash) {
    return url.href.replace(/\/$/, '');
  }
  throw new AppError('invalid_parameter', 'url is an address such as https://api.shop.example.', { param: 'url' });
}
