import { AppError } from '../../../domain/error.ts';
import type { CommercePlatform, PlatformCan, PlatformKind, PlatformTools } from '../port.ts';
import { readWebhookText, webhookSecrets } from '../standard-webhook.ts';
import { vendureChanges } from './changes.ts';
import { createVendureClient } from './client.ts';
import { vendureOrders } from './orders.ts';
import { type ShopOf, vendureCatalogue } from './products.ts';
import { Shop } from './wire.ts';

/** Vendure with our plugin, see docs/guides/connect-vendure.md. */
export const vendure: PlatformKind = {
  kind: 'vendure',
  title: 'Vendure',
  requestsPerSecond: 20,
  settings: [
    { name: 'url', secret: false, about: 'The address of the Admin API, such as https://shop.example/admin-api' },
    {
      name: 'key',
      secret: true,
      about: 'An API key of Vendure, of a role that may read the catalogue and change orders',
    },
    {
      name: 'channel',
      secret: false,
      optional: true,
      about: "The token of a channel, where it is not the server's own",
    },
    {
      name: 'webhook_secret',
      secret: true,
      optional: true,
      about:
        'The secret of the plugin: whsec_ and at least 24 bytes in base64; two with a space between while it changes',
    },
  ],
  webhookSecrets: ({ webhook_secret }) => webhookSecrets(webhook_secret),
  open: openVendure,
};

export const VENDURE_CAN: PlatformCan = {
  changes: true,
  webhooks: true,
  stock: true,
  unpaidOrders: true,
  hold: 'lines',
  shipWindow: true,
  cancel: 'lines',
  refunds: true,
  fulfilments: true,
  deliveries: false,
};

function openVendure(settings: Readonly<Record<string, string>>, tools: PlatformTools): CommercePlatform {
  const { key = '', channel = '', webhook_secret } = settings;
  if (!/^\S{8,500}$/.test(key)) {
    throw new AppError('invalid_parameter', 'key is an API key of Vendure.', { param: 'key' });
  }
  if (!/^[\w-]{0,200}$/.test(channel)) {
    throw new AppError('invalid_parameter', 'channel is the token of a channel.', { param: 'channel' });
  }
  webhookSecrets(webhook_secret);
  const account = { url: readUrl(settings.url), key, channel, currency: tools.currency };
  const ask = createVendureClient(tools.http, account);
  let known: ReturnType<ShopOf> | undefined;
  const shopOf: ShopOf = async () => {
    known ??= ask('shop', { as: Shop });
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  return {
    kind: vendure.kind,
    can: VENDURE_CAN,
    ...vendureCatalogue(ask, shopOf),
    changes: (cursor) => vendureChanges(ask, cursor),
    orders: vendureOrders(ask, shopOf),
    readWebhook: readWebhookText,
  };
}

function readUrl(text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash) {
    return url.href.replace(/\/$/, '');
  }
  throw new AppError('invalid_parameter', 'url is an address such as https://shop.example/admin-api.', {
    param: 'url',
  });
}
