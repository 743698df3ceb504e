import type { CommerceConnector } from '../integrations/commerce/port.ts';
import type { MailTransport } from '../integrations/mail/port.ts';
import type { AccountDesk, ChallengeBank, PaymentProvider } from '../integrations/payments/port.ts';
import type { TaxService } from '../integrations/tax/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http.ts';
import type { WriteMail } from './mails/port.ts';
import type { MeasureCounter } from './measures/counter.ts';
import type { OutboxDispatcher } from './outbox/outbox.ts';
import type { SaleQueue } from './stock/sale-queue.ts';
import type { WriteWebhook } from './webhooks/facts.ts';

export type ReadyAnswers = {
  /** The product's stock, waitlist, catalogue entry changed (ids are ours, not the platform's). */
  invalidate(storeId: string, productId: string): void;
};

/** What the core is given; built once in `main/`. A function takes `Pick<Deps, …>` of what it needs, as its first argument. */
export type Deps = {
  db: Database;
  /** The same, for what jobs do thousands of times over: statements are prepared, and planned as look-ups by key. */
  lookups: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  /** The public address of this service, without a trailing slash. */
  baseUrl: string;
  /** The provider of this name, with the account that this store has there. */
  payments: (name: string, storeId: string) => PaymentProvider;
  /** The provider that a store is paid through, or null: then its waitlists cannot open. Never asked inside a transaction. */
  paymentsFor: (store: { id: string; mode: 'test' | 'live' }) => Promise<PaymentProvider | null>;
  /** Merchants' own accounts at the provider that takes live money. */
  accounts: AccountDesk;
  /** The bank of test stores, for the route that stands for the second step. */
  testProvider: ChallengeBank;
  /** Which tax rate a destination has. */
  tax: TaxService;
  /** The store's own system, which sends what was released and paid. */
  commerce: CommerceConnector;
  mail: MailTransport;
  mailFrom: string;
  /** The words of mails, which are written when a mail goes out. */
  writeMail: WriteMail;
  /** The text of webhooks, which is written when one is first sent. */
  writeWebhook: WriteWebhook;
  /** Answers that are kept ready for whoever reads: this process drops at once what it has changed. */
  answers: ReadyAnswers;
  /** Holds and placing: one queue per process. */
  sales: SaleQueue;
  outbox: OutboxDispatcher;
  /** Calls addresses that merchants choose. */
  outgoing: OutgoingHttp;
  /** Counts what pages tell, and writes it every few seconds. */
  measures: MeasureCounter;
};
