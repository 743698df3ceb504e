import type { Message } from '../../protocol/wire/message-format.ts';

// What the public app's page says in Shopify's admin.

export const shopifyEn = {
  title: 'Pre-orders',
  connected: 'This store is connected',
  'connected.text': 'It is “{store}” here. Waitlists, pre-orders and dates are in the portal.',
  portal: 'Open the portal',
  code: 'Connect this store',
  'code.text': 'Open your store in the portal, and there the settings and Connection. Enter this:',
  address: 'Address',
  'code.label': 'Code',
  'code.once': {
    one: 'The code works once, for {count} minute. Keep it to yourself: it connects this store.',
    other: 'The code works once, for {count} minutes. Keep it to yourself: it connects this store.',
  },
  scopes: 'The app lacks rights',
  'scopes.text': 'Shopify has not granted it all that it needs: {scopes}. Grant them, and open the app again.',
  'scopes.grant': 'Grant them in Shopify',
  away: 'Shopify gave no access',
  'away.text': 'Open the app again in a minute. If it stays like this, tell the people who run this service.',
  outside: 'Open the app in Shopify',
  'outside.text': 'This page works in Shopify’s admin alone. Choose the app there, under Apps.',
} as const satisfies Record<string, Message>;

export type ShopifyText = keyof typeof shopifyEn;
