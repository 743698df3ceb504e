import type { Books } from './database.ts';
import { FAULTS } from './faults.ts';

// Any number that other users of advisory locks in the database hardly choose.
const LOCK = 4_003_185_150;

/** Creates the schema `fake_stripe` with its tables where they are missing. Several processes may do it at once. */
export function createBooks(books: Books): Promise<void> {
  return books.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    for (const statement of statements(books.now)) await tx.query(statement);
  });
}

// An installation of the service gets these tables from its migrations. A test compares the two.
const statements = (now: string): readonly string[] => [
  'CREATE SCHEMA IF NOT EXISTS fake_stripe',
  `CREATE TABLE IF NOT EXISTS fake_stripe.account (
     id text PRIMARY KEY,
     created_at timestamptz NOT NULL DEFAULT ${now},
     refuses text, -- why it may not charge or give back, as the code that it answers
     wallets text[] NOT NULL DEFAULT '{google_pay}', -- what the Express Checkout Element offers
     wallet_card text NOT NULL DEFAULT '4242424242424242' -- the test card that its sheet chooses first
   )`,
  `CREATE TABLE IF NOT EXISTS fake_stripe.api_key (
     key text PRIMARY KEY,
     account_id text NOT NULL REFERENCES fake_stripe.account,
     livemode boolean NOT NULL,
     kind text NOT NULL CHECK (kind IN ('secret', 'restricted', 'publishable')),
     permissions text[] NOT NULL DEFAULT '{}', -- of a restricted key: customer_write, charge_write, …
     revoked boolean NOT NULL DEFAULT false
   )`,
  `CREATE TABLE IF NOT EXISTS fake_stripe.object (
     account_id text NOT NULL REFERENCES fake_stripe.account,
     livemode boolean NOT NULL,
     id text NOT NULL,
     type text NOT NULL,
     seq bigint GENERATED ALWAYS AS IDENTITY,
     data jsonb NOT NULL,
     hidden jsonb NOT NULL DEFAULT '{}', -- what Stripe knows and does not show, such as how a card behaves
     created_at timestamptz NOT NULL DEFAULT ${now},
     PRIMARY KEY (account_id, livemode, id)
   )`,
  'CREATE INDEX IF NOT EXISTS object_by_type ON fake_stripe.object (account_id, livemode, type, seq DESC)',
  `CREATE INDEX IF NOT EXISTS object_by_intent
     ON fake_stripe.object (account_id, livemode, type, (data ->> 'payment_intent')) WHERE data ? 'payment_intent'`,
  `CREATE INDEX IF NOT EXISTS object_by_customer
     ON fake_stripe.object (account_id, livemode, type, (data ->> 'customer')) WHERE data ? 'customer'`,
  `CREATE TABLE IF NOT EXISTS fake_stripe.idempotency (
     account_id text NOT NULL,
     livemode boolean NOT NULL,
     key text NOT NULL,
     request_hash text NOT NULL,
     status integer, -- null: the request still runs
     body text,
     created_at timestamptz NOT NULL DEFAULT ${now},
     PRIMARY KEY (account_id, livemode, key)
   )`,
  `CREATE TABLE IF NOT EXISTS fake_stripe.webhook_endpoint (
     account_id text NOT NULL REFERENCES fake_stripe.account,
     livemode boolean NOT NULL,
     id text NOT NULL,
     url text NOT NULL,
     secret text NOT NULL,
     seed bigint NOT NULL DEFAULT 1, -- of the chances below
     late_ms integer NOT NULL DEFAULT 0,
     twice real NOT NULL DEFAULT 0,
     enabled_events text[] NOT NULL DEFAULT '{*}',
     PRIMARY KEY (account_id, livemode, id)
   )`,
  `CREATE TABLE IF NOT EXISTS fake_stripe.delivery (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     account_id text NOT NULL,
     livemode boolean NOT NULL,
     endpoint_id text NOT NULL,
     event_id text NOT NULL,
     due_at timestamptz NOT NULL,
     tries integer NOT NULL DEFAULT 0,
     delivered_at timestamptz,
     FOREIGN KEY (account_id, livemode, endpoint_id) REFERENCES fake_stripe.webhook_endpoint ON DELETE CASCADE
   )`,
  'CREATE INDEX IF NOT EXISTS delivery_due ON fake_stripe.delivery (due_at) WHERE delivered_at IS NULL',
  `CREATE TABLE IF NOT EXISTS fake_stripe.fault (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     account_id text NOT NULL REFERENCES fake_stripe.account,
     kind text NOT NULL CHECK (kind IN (${FAULTS.map((fault) => `'${fault}'`).join(', ')})),
     method text,
     path text, -- a prefix such as /v1/payment_intents
     skip integer NOT NULL DEFAULT 0,
     times integer NOT NULL DEFAULT 1
   )`,
];
