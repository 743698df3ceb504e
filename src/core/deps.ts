import type { AddressSearch } from '../integrations/addresses/port.ts';
import type { CommerceConnector, Platforms } from '../integrations/commerce/port.ts';
import type { MailTransport } from '../integrations/mail/port.ts';
import type { BreachedPasswords } from '../integrations/passwords/port.ts';
import type { ChallengeBank, PaymentAccounts, PaymentProvider } from '../integrations/payments/port.ts';
import type { TaxService } from '../integrations/tax/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http.ts';
import type { RemotePictures } from '../platform/remote-pictures.ts';
import type { WriteMail, WriteSampleMail } from './mails/port.ts';
import type { MeasureCounter } from './measures/counter.ts';
import type { SightingTracker } from './measures/sightings.ts';
import type { OutboxDispatcher } from './outbox/dispatcher.ts';
import type { ScratchDatabases } from './rehearsals/port.ts';
import type { WriteStaffMail } from './staff/port.ts';
import type { SaleQueue } from './stock/sale-queue.ts';
import type { WriteWebhook } from './webhooks/facts.ts';
import type { WriteReceipt } from './withdrawals/port.ts';

export type ReadyAnswers = {
  /** Drops the answers of a product whose stock, waitlist or catalogue entry changed. Ids are ours, not the platform's. */
  invalidate(storeId: string, productId: string): void;
};

/** A variant by the platform's ids. */
export type VariantOfStore = { storeId: string; productExternalId: string; variantExternalId: string };

/**
 * The dependencies of the core, built once in `main/`. A function takes the `Pick<Deps, …>` that it needs as its first
 * argument.
 */
export type Deps = {
  db: Database;
  /** A second pool for statements that jobs repeat thousands of times: prepared, and planned as look-ups by key. */
  lookups: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  /** The public address of this service, without a trailing slash. */
  baseUrl: string;
  /** The address of the portal, which has an origin of its own, without a trailing slash. */
  portalUrl: string;
  /** Returns the provider of this name, set up with the store's account there. */
  payments: (name: string, storeId: string) => PaymentProvider;
  /**
   * Returns the provider that takes a store's payments. Without one (null) the store's waitlists cannot open. Never call it
   * inside a transaction: it may query the database on a connection of its own.
   */
  paymentsFor: (store: { id: string; mode: 'test' | 'live' }) => Promise<PaymentProvider | null>;
  /** Manages the merchants' own accounts at the provider that takes live money. */
  accounts: PaymentAccounts;
  /** The fake bank of test stores, for the route that plays the second step of a payment. */
  testProvider: ChallengeBank;
  /** Returns the tax rate of a destination. */
  tax: TaxService;
  /** Returns the search that a store's setting names. */
  addresses: (setting: string) => AddressSearch;
  /** The store's own system, which ships what was released and paid. */
  commerce: CommerceConnector;
  /** The kinds of platforms that stores can connect, and their adapters. */
  platforms: Platforms;
  /**
   * Asks the store's platform, before units are held, whether it has a variant on its shelf that the catalogue believes to be sold out,
   * and keeps the answer. Never rejects, and waits for a short time at most.
   */
  askShelf: (variant: VariantOfStore) => Promise<void>;
  mail: MailTransport;
  mailFrom: string;
  /** Writes the text of a mail, at the moment when the mail goes out. */
  writeMail: WriteMail;
  /** Writes a mail about a made-up pre-order. */
  writeSampleMail: WriteSampleMail;
  /** Writes the text of a mail to staff. */
  writeStaffMail: WriteStaffMail;
  /** Writes the receipt of a withdrawal. */
  writeReceipt: WriteReceipt;
  /** Writes the text of a webhook message, when it is first sent. */
  writeWebhook: WriteWebhook;
  /** The cache of ready answers. This process drops the answers that it has changed at once. */
  answers: ReadyAnswers;
  /** The sale queue of this process: holds and placing. */
  sales: SaleQueue;
  outbox: OutboxDispatcher;
  /** Sends HTTP requests to addresses that merchants choose. */
  outgoing: OutgoingHttp;
  /** Loads the pictures of products, from addresses in the catalogue, for mails. */
  pictures: RemotePictures;
  /** Passwords that no member of staff may set. */
  breachedPasswords: BreachedPasswords;
  /** Databases of their own for rehearsals. */
  scratch: ScratchDatabases<Deps>;
  /** Counts the events that pages report, and writes the counts every few seconds. */
  measures: MeasureCounter;
  /** Notices on which pages placements are asked for. */
  sightings: SightingTracker;
};

/** What is there before the parts of the service are composed. Most of what only reads needs no more. */
export type Basics = Pick<Deps, 'db' | 'log' | 'clock' | 'secrets' | 'baseUrl' | 'portalUrl'>;
