-- Stores, their settings, texts and pictures.
-- Every primary and foreign key begins with the store: isolation is a constraint, not a habit.
-- Amounts are integer minor units of the store's currency. Percentages are basis points.

-- clock_timestamp(), because now() is as old as the transaction: after a lock wait it decides with a stale time.
-- The table is empty in production; tests put one row in to move the clock.
CREATE TABLE clock_shift (
  one boolean DEFAULT true PRIMARY KEY CHECK (one),
  shift interval NOT NULL
);

CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  $$ SELECT clock_timestamp() + coalesce((SELECT shift FROM clock_shift), interval '0') $$;

-- What is never changed is kept for the books of a store. Only a test store's grows older with its clock: the command says which
-- store, for its own transaction.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.removes_store', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND EXISTS (
    SELECT 1 FROM store WHERE mode = 'test' AND id = nullif(current_setting('app.ages_store', true), '')::uuid
  ) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TABLE store (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'),
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  public_key uuid NOT NULL UNIQUE,
  name text NOT NULL,
  legal_name text NOT NULL,
  legal_address text NOT NULL,
  return_address text NOT NULL,
  contact_email text NOT NULL,
  terms_url text NOT NULL,
  privacy_url text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone text NOT NULL,
  locale text NOT NULL,
  prices_include_tax boolean NOT NULL,
  hold_minutes integer NOT NULL CHECK (hold_minutes BETWEEN 1 AND 60),
  live_holds_per_email_max integer NOT NULL CHECK (live_holds_per_email_max > 0),
  live_holds_per_address_max integer NOT NULL CHECK (live_holds_per_address_max > 0),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  keep_checkout_days integer NOT NULL CHECK (keep_checkout_days BETWEEN 1 AND 3650),
  keep_preorder_days integer CHECK (keep_preorder_days BETWEEN 1 AND 36500),
  -- How long a place in the queue is kept after a charge failed.
  payment_days integer NOT NULL CHECK (payment_days BETWEEN 1 AND 60),
  ask_after_days integer NOT NULL CHECK (ask_after_days BETWEEN 0 AND 30),
  answer_days integer NOT NULL CHECK (answer_days BETWEEN 3 AND 60),
  silence_rule text NOT NULL CHECK (silence_rule IN ('cancel', 'wait')),
  -- How many decimals the currency had when the store was made: every amount of the store is stored in that unit. Null: made
  -- before this was kept; the next start fills it in where there is no doubt.
  currency_digits smallint CHECK (currency_digits BETWEEN 0 AND 4),
  -- The box in the checkout that asks for consent to marketing.
  marketing_box text NOT NULL DEFAULT 'off' CHECK (marketing_box IN ('off', 'ask', 'collected')),
  marketing_texts jsonb NOT NULL DEFAULT '{}',
  -- The next 3 o'clock of the store that it is not audited since. A store that is new waits for its second day.
  audit_due_at timestamptz NOT NULL DEFAULT now(),
  -- Where the store is, which the checkout proposes to a shopper whose country is unknown, and the service that completes addresses.
  -- Null is none.
  country text CHECK (country ~ '^[A-Z]{2}$'),
  address_search text,
  -- In minor units. What is given back of one pre-order above it needs a scope of its own, and of staff a fresh proof. Null: no limit.
  refund_limit bigint,
  -- A store can be deleted. From then on it is found by nobody; a round removes its rows, and the store itself last.
  deleted_at timestamptz,
  -- The test store that was copied from a store, and stands beside it.
  copy_of uuid REFERENCES store ON DELETE SET NULL,
  -- The store's page about the shopper's right of withdrawal, which the law of some countries wants beside terms and privacy. Null is none.
  withdrawal_url text,
  -- A store may demand that everybody who works in it has a second factor.
  second_factor_required boolean NOT NULL DEFAULT false,
  -- How long the customer can undo a declaration that was not proven, before the service acts on it.
  withdrawal_undo_hours integer NOT NULL DEFAULT 24,
  -- How long shoppers may withdraw from a contract, and for which goods the law excludes it.
  withdrawal_days integer, -- null: as many as the law gives
  withdrawal_for text NOT NULL DEFAULT 'law',
  withdrawal_counts_from text NOT NULL DEFAULT 'order',
  -- Who pays for sending goods back after a withdrawal. The law lets the shopper pay where they were told so.
  return_costs text NOT NULL DEFAULT 'shopper' CHECK (return_costs IN ('store', 'shopper')),
  -- Whether shoppers read the lowest price of 30 days beside a struck one.
  lowest_price text NOT NULL DEFAULT 'law' CHECK (lowest_price IN ('law', 'always', 'never')),
  CONSTRAINT store_withdrawal_undo_hours CHECK (withdrawal_undo_hours BETWEEN 1 AND 168),
  CONSTRAINT store_withdrawal_check CHECK (withdrawal_days BETWEEN 14 AND 365 AND (withdrawal_for IN ('law', 'everyone')) AND
    (withdrawal_counts_from IN ('order', 'line')))
);
CREATE INDEX store_by_audit ON store (audit_due_at, id);
CREATE UNIQUE INDEX store_copied_once ON store (copy_of) WHERE deleted_at IS NULL;

-- A store is test or live for life: money of one kind never meets the other.
CREATE FUNCTION refuse_mode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.mode <> OLD.mode THEN RAISE EXCEPTION 'the mode of a store is fixed'; END IF;
  RETURN NEW;
END $$;

CREATE TABLE store_secret (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose = 'shared'),
  sealed bytea NOT NULL, -- encrypted with SECRET_KEY
  created_at timestamptz NOT NULL DEFAULT app_now(),
  retired_at timestamptz,
  PRIMARY KEY (store_id, id)
);

CREATE TABLE store_origin (
  store_id uuid NOT NULL REFERENCES store,
  origin text NOT NULL,
  PRIMARY KEY (store_id, origin)
);
-- A page with a key that is not its store's is told to the stores that registered its origin.
CREATE INDEX store_origin_by_origin ON store_origin (origin, store_id);

CREATE TABLE store_shipping_rate (
  store_id uuid NOT NULL REFERENCES store,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (store_id, country)
);

CREATE TABLE store_tax_rate (
  store_id uuid NOT NULL REFERENCES store,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  millionths integer NOT NULL CHECK (millionths BETWEEN 0 AND 1000000),
  region text NOT NULL DEFAULT '', -- as addresses of the country name it; empty: the rest of the country
  PRIMARY KEY (store_id, country, region)
);

-- Files of a store that its pages and mails show. The hash of the content is a part of their address, so an address never changes what
-- it gives. The bounds are those of src/domain/brand.ts.
CREATE TABLE store_asset (
  store_id uuid NOT NULL REFERENCES store,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp', 'font/woff2', 'font/woff')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
  -- of an image, in pixels
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- of a font
  weight_min integer CHECK (weight_min > 0),
  weight_max integer,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, hash),
  CHECK (weight_max >= weight_min),
  CONSTRAINT store_asset_check1 CHECK (CASE
      WHEN type LIKE 'image/%' THEN num_nonnulls(width, height) = 2 AND num_nonnulls(weight_min, weight_max) = 0
      ELSE num_nonnulls(width, height) = 0 AND num_nonnulls(weight_min, weight_max) = 2
    END)
);

-- What a store changed of the look of its pages and mails, and of their sender. Null is ours.
CREATE TABLE store_brand (
  store_id uuid PRIMARY KEY REFERENCES store,
  accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  ground text CHECK (ground ~ '^#[0-9a-f]{6}$'),
  ground_dark text CHECK (ground_dark ~ '^#[0-9a-f]{6}$'),
  radius integer CHECK (radius BETWEEN 0 AND 20),
  logo text,
  font text,
  sender_name text,
  reply_to text,
  FOREIGN KEY (store_id, logo) REFERENCES store_asset,
  FOREIGN KEY (store_id, font) REFERENCES store_asset
);

-- Official files that a store shows before the contract: the notice of the legal guarantee (Directive 2011/83/EU, article 22a), one for each
-- language and, where a country has its own, for that country; and the label of a producer's guarantee of durability, one for a product.
CREATE TABLE guarantee_notice (
  store_id uuid NOT NULL REFERENCES store,
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'), -- empty: every country
  hash text NOT NULL,
  PRIMARY KEY (store_id, language, country),
  FOREIGN KEY (store_id, hash) REFERENCES store_asset
);

-- The words that a store put in place of ours on its button and in its mails, by language. The keys are those of src/core/texts/list.ts,
-- and the bound is the largest of src/domain/own-text.ts.
CREATE TABLE store_text (
  store_id uuid NOT NULL REFERENCES store,
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}$'),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  PRIMARY KEY (store_id, language, key)
);

-- What shoppers agree to, word for word, once for all who agree to the same words. An equal text of a store has an equal id.
CREATE TABLE consent_text (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (store_id, id)
);

-- The clock of a test store can be moved: its rows are made older, so that everything happens to them that time brings.
CREATE TABLE test_clock (
  store_id uuid PRIMARY KEY REFERENCES store,
  advanced_seconds bigint NOT NULL CHECK (advanced_seconds > 0), -- in all, so that hours add up to days
  moved_at timestamptz NOT NULL -- the last time; what happened since is what it brought
);

-- Where a store's placements were asked for, so that the merchant sees that the code is in place, and what is wrong with it. It names pages'
-- origins and products, and nobody who looked at them. Bounded by src/core/measures/sightings.ts.
CREATE TABLE sighting (
  store_id uuid NOT NULL REFERENCES store,
  origin text NOT NULL CHECK (length(origin) <= 300),
  kind text NOT NULL CHECK (kind IN ('page', 'product', 'script', 'unknown_key', 'test_key', 'live_key')),
  product text NOT NULL CHECK (length(product) <= 120), -- as the page named it: id:1001; '' unless kind is product
  first_seen_at timestamptz NOT NULL DEFAULT app_now(),
  last_seen_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, origin, kind, product)
);

CREATE TRIGGER store_mode_fixed BEFORE UPDATE ON store FOR EACH ROW EXECUTE FUNCTION refuse_mode_change();
CREATE TRIGGER consent_text_stays BEFORE UPDATE ON consent_text FOR EACH ROW EXECUTE FUNCTION refuse_change();
