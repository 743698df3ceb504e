import type { MailTransport } from '../integrations/mail/port.ts';
import type { ChallengeBank, PaymentProvider } from '../integrations/payments/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { SecretBox } from '../platform/crypto.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { OutboxDispatcher } from '../platform/outbox.ts';
import type { OutgoingHttp } from '../platform/outgoing-http.ts';
import type { RequestLimits } from '../platform/rate-limit.ts';
import type { MeasureCounter } from './measures/counter.ts';
import type { AnswerCache } from './placements/cache.ts';
import type { SaleQueue } from './stock/sale-queue.ts';

/** What features are given; built once in `main/`. A function takes `Pick<Deps, …>` of what it needs, as its first argument. */
export type Deps = {
  db: Database;
  clock: Clock;
  log: Log;
  secrets: SecretBox;
  /** The public address of this service, without a trailing slash. */
  baseUrl: string;
  payments: (name: string) => PaymentProvider;
  /** The provider that a store of this mode pays with, or null: then its waitlists cannot open. */
  paymentsFor: (mode: 'test' | 'live') => PaymentProvider | null;
  /** The bank of test stores, for the route that stands for the second step. */
  testProvider: ChallengeBank;
  mail: MailTransport;
  mailFrom: string;
  /** Ready answers of the public GETs and placement documents. */
  answers: AnswerCache;
  /** How often who may ask; `take` throws `rate_limited`. */
  limits: RequestLimits;
  /** Holds and placing: one queue per process. */
  sales: SaleQueue;
  outbox: OutboxDispatcher;
  /** Calls addresses that merchants choose. */
  outgoing: OutgoingHttp;
  /** Counts what pages tell, and writes it every few seconds. */
  measures: MeasureCounter;
};
