/** Something that may have changed on the platform. It says nothing about how: the caller reads it anew. */
export type PlatformChange =
  | { what: 'product'; id: string }
  | { what: 'variant'; id: string } // its stock or price, where the platform does not name its product
  | { what: 'order'; ref: string }
  | { what: 'connection' }; // the merchant removed us, or changed our rights

export type IncomingWebhook = {
  body: Buffer;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  secrets: readonly string[];
  now: Date;
};

/** A refused webhook says why in `reason`, for the log alone. */
export type WebhookReading =
  | { kind: 'genuine'; id: string; changes: PlatformChange[]; privacy?: PrivacyAsk }
  | { kind: 'refused'; reason: string };

/**
 * What a platform asks by law. `export`: a person wants their data. `erase`: a person is to be erased. `erase_store`: the store left the
 * platform.
 */
export type PrivacyAsk = {
  what: 'export' | 'erase' | 'erase_store';
  /** Null where the platform does not know it, or where it is about no person. */
  email: string | null;
  /** The platform's ids of the person's orders. */
  orderRefs: string[];
};
