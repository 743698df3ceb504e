import type { IncomingWebhook, WebhookReading } from './webhook-port.ts';

/** How the requests of an adapter prove who we are, where the core keeps the tokens. */
export type KeptAccess = {
  /** Where the store's API is. */
  origin: string;
  /** Rejects with `CommerceError`: `unauthorised` if the platform gives no token any more. */
  token(): Promise<string>;
  /** Says that the platform refused this token. Resolves with true if there is another one now. */
  renew(refused: string): Promise<boolean>;
};

/** What a platform gave an app for one store. */
export type AppTokens = {
  access: string;
  /** How long the platform takes it, in seconds. */
  accessSeconds: number;
  /** What gets the next one. It stays valid until the next one is used. */
  refresh: string;
  /** The rights that we need and that the merchant has not granted. */
  missingScopes: string[];
};

/** Somebody who is signed in at the platform opened the app in a store. */
export type AppSession = { shop: string; token: string };

/** Says which store a webhook is about. */
export type AppWebhookReading =
  | (Extract<WebhookReading, { kind: 'genuine' }> & { shop: string })
  | Extract<WebhookReading, { kind: 'refused' }>;

/**
 * The app of this installation on a platform, which merchants install there instead of making one of their own. Calls reject with
 * `CommerceError` alone.
 */
export type PlatformApp = {
  /** The kind of platform. */
  readonly kind: string;
  readonly clientId: string;
  readonly webhookSecrets: readonly string[];
  /** Reads a store's address as people write it. Null for anything else. */
  readShop(text: string): string | null;
  /** Returns where a store's API is. */
  originOf(shop: string): string;
  /** Returns where people of a store install the app, or grant it rights that are new. */
  installUrl(shop: string): string;
  /** Verifies the token with which the platform opens the app for a person of a store. Null for one that is forged, too old, or another app's. */
  readSession(token: string, now: Date): Promise<AppSession | null>;
  /** Gets tokens for a session's store. Those of before end. */
  exchange(session: AppSession): Promise<AppTokens>;
  /** Gets tokens that replace the last ones. May be asked again with the same text if the answer was lost. */
  refresh(shop: string, refresh: string): Promise<AppTokens>;
  /** Verifies a webhook that the platform sends for all stores to one address. */
  readWebhook(webhook: Omit<IncomingWebhook, 'secrets'>): AppWebhookReading;
};
