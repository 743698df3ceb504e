import type { Message } from '../../protocol/wire/message-format.ts';
import type { ShopifyText } from './shopify-en.ts';

export const shopifyDe = {
  title: 'Vorbestellungen',
  connected: 'Dieser Shop ist verbunden',
  'connected.text': 'Hier heißt er „{store}“. Wartelisten, Vorbestellungen und Termine stehen im Portal.',
  portal: 'Portal öffnen',
  code: 'Diesen Shop verbinden',
  'code.text': 'Öffnen Sie im Portal Ihren Shop, dort die Einstellungen und Verbindung. Geben Sie das ein:',
  address: 'Adresse',
  'code.label': 'Code',
  'code.once': {
    one: 'Der Code gilt einmal, für {count} Minute. Geben Sie ihn niemandem: Er verbindet diesen Shop.',
    other: 'Der Code gilt einmal, für {count} Minuten. Geben Sie ihn niemandem: Er verbindet diesen Shop.',
  },
  scopes: 'Der App fehlen Rechte',
  'scopes.text':
    'Shopify hat ihr nicht alles erlaubt, was sie braucht: {scopes}. Erteilen Sie die Rechte, und öffnen Sie die App noch einmal.',
  'scopes.grant': 'In Shopify erteilen',
  away: 'Shopify gab keinen Zugang',
  'away.text':
    'Öffnen Sie die App in einer Minute noch einmal. Bleibt es so, sagen Sie es denen, die diesen Dienst betreiben.',
  outside: 'Öffnen Sie die App in Shopify',
  'outside.text': 'Diese Seite funktioniert nur in der Verwaltung von Shopify. Wählen Sie die App dort unter Apps.',
} as const satisfies Record<ShopifyText, Message>;
