import type { PortalKey } from '../../texts.ts';
import { t } from '../../texts.ts';
import type { Connection } from './reads.ts';

type Field = Pick<Connection['kinds'][number]['settings'][number], 'name' | 'about'>;

const LABELS: Record<string, PortalKey> = {
  address: 'connection.field.address',
  url: 'connection.field.url',
  client_id: 'connection.field.client_id',
  access_token: 'connection.field.access_token',
  api_secret: 'connection.field.api_secret',
  consumer_key: 'connection.field.consumer_key',
  consumer_secret: 'connection.field.consumer_secret',
  webhook_secret: 'connection.field.webhook_secret',
  secret: 'connection.field.secret',
  cannot: 'connection.field.cannot',
};
const HINTS: Record<string, PortalKey> = {
  'shopify.address': 'connection.hint.shopify.address',
  'shopify.client_id': 'connection.hint.shopify.client_id',
  'shopify.access_token': 'connection.hint.shopify.access_token',
  'shopify.api_secret': 'connection.hint.shopify.api_secret',
  'woocommerce.url': 'connection.hint.woocommerce.url',
  'woocommerce.consumer_key': 'connection.hint.woocommerce.consumer_key',
  'woocommerce.consumer_secret': 'connection.hint.woocommerce.consumer_secret',
  'woocommerce.webhook_secret': 'connection.hint.woocommerce.webhook_secret',
  'http.url': 'connection.hint.http.url',
  'http.secret': 'connection.hint.http.secret',
  'http.cannot': 'connection.hint.http.cannot',
};

/** The label of a setting and what it is, in the reader's language; of a kind that is unknown here, as the service says it. */
export function fieldTexts(kind: string, { name, about }: Field): { label: string; hint: string; said: boolean } {
  const label = LABELS[name];
  const hint = HINTS[`${kind}.${name}`];
  return { label: label ? t(label) : name, hint: hint ? t(hint) : about, said: hint === undefined };
}
