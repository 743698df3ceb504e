-- The whole main job: stores, catalogue, waitlists, stock, checkouts, payments, pre-orders, outbox.
-- Every primary and foreign key begins with the store: isolation is a constraint, not a habit.
-- Amounts are integer minor units of the store's currency. Percentages are basis points.

-- Time ------------------------------------------------------------------------------------------------------------
-- clock_timestamp(), because now() is as old as the transaction: after a lock wait it decides with a stale time.
-- The table is empty in production; tests put one row in to move the clock.
CREATE TABLE clock_shift (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  shift interval NOT NULL
);
CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
  $$ SELECT clock_timestamp() + coalesce((SELECT shift FROM clock_shift), interval '0') $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

-- Stores ----------------------------------------------------------------------------------------------------------
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
  locale text NOT NULL DEFAULT 'en',
  prices_include_tax boolean NOT NULL,
  hold_minutes integer NOT NULL DEFAULT 10 CHECK (hold_minutes BETWEEN 1 AND 60),
  live_holds_per_email_max integer NOT NULL DEFAULT 3 CHECK (live_holds_per_email_max > 0),
  live_holds_per_address_max integer NOT NULL DEFAULT 20 CHECK (live_holds_per_address_max > 0),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
-- A store is test or live for life: money of one kind never meets the other.
CREATE FUNCTION refuse_mode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.mode <> OLD.mode THEN RAISE EXCEPTION 'the mode of a store is fixed'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER store_mode_fixed BEFORE UPDATE ON store FOR EACH ROW EXECUTE FUNCTION refuse_mode_change();

CREATE TABLE store_secret (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('shared')),
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
CREATE TABLE store_shipping_rate (
  store_id uuid NOT NULL REFERENCES store,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (store_id, country)
);
CREATE TABLE store_tax_rate (
  store_id uuid NOT NULL REFERENCES store,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  PRIMARY KEY (store_id, country)
);

-- Catalogue -------------------------------------------------------------------------------------------------------
-- id is ours; external_id is the platform's and is what the contract calls an id.
CREATE TABLE product (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  external_id text NOT NULL,
  handle text NOT NULL,
  title text NOT NULL,
  description_html text NOT NULL DEFAULT '',
  vendor text NOT NULL DEFAULT '',
  image_url text,
  option_names text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, external_id),
  UNIQUE (store_id, handle)
);
CREATE TABLE variant (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  external_id text NOT NULL,
  sku text NOT NULL DEFAULT '', -- SKUs need not be unique and are never a key
  title text NOT NULL,
  option_values text[] NOT NULL DEFAULT '{}',
  position integer NOT NULL,
  price bigint CHECK (price >= 0), -- null: the platform gave none; a waitlist then needs one
  compare_at_price bigint CHECK (compare_at_price >= 0),
  image_url text,
  in_stock integer NOT NULL DEFAULT 0, -- what the platform says it has on the shelf; may be negative there
  oversell_enabled boolean NOT NULL DEFAULT false,
  gone_at timestamptz, -- no longer in the catalogue; never deleted, pre-orders point here
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, external_id),
  FOREIGN KEY (store_id, product_id) REFERENCES product
);
CREATE INDEX variant_by_product ON variant (store_id, product_id, position);
CREATE INDEX variant_by_sku ON variant (store_id, sku) WHERE sku <> '';

-- Waitlists -------------------------------------------------------------------------------------------------------
CREATE TABLE waitlist (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED', 'CLOSED')),
  payment_plan text NOT NULL DEFAULT 'pay_now' CHECK (payment_plan IN ('pay_now')),
  launches_at timestamptz,
  closes_at timestamptz,
  limit_per_customer integer CHECK (limit_per_customer > 0),
  description text NOT NULL DEFAULT '', -- the merchant's words to shoppers, plain text
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  opened_at timestamptz,
  closed_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, product_id) REFERENCES product,
  CHECK (closes_at IS NULL OR launches_at IS NULL OR closes_at > launches_at),
  CHECK (state <> 'SCHEDULED' OR launches_at IS NOT NULL)
);
CREATE UNIQUE INDEX waitlist_open_once ON waitlist (store_id, product_id) WHERE state = 'OPEN';
CREATE INDEX waitlist_by_product ON waitlist (store_id, product_id);
CREATE INDEX waitlist_due ON waitlist (launches_at) WHERE state = 'SCHEDULED';
CREATE INDEX waitlist_overdue ON waitlist (closes_at) WHERE closes_at IS NOT NULL AND state IN ('SCHEDULED', 'OPEN', 'PAUSED');

CREATE TABLE waitlist_variant (
  store_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  compare_at_price bigint CHECK (compare_at_price > price), -- a struck price is regulated: only where the merchant set it
  PRIMARY KEY (store_id, waitlist_id, variant_id),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist,
  FOREIGN KEY (store_id, variant_id) REFERENCES variant
);
CREATE TABLE batch (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, waitlist_id, position),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);
-- A ship window told to shoppers. A moved date is a new version, never an edit.
CREATE TABLE promise (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  batch_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  ships_from date NOT NULL,
  ships_until date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, batch_id, version),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch,
  CHECK (ships_until >= ships_from)
);
CREATE TRIGGER promise_append_only BEFORE UPDATE OR DELETE ON promise FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Stock -----------------------------------------------------------------------------------------------------------
CREATE TABLE unit (
  store_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  allocated integer NOT NULL CHECK (allocated BETWEEN 0 AND 10000000),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  PRIMARY KEY (store_id, waitlist_id, batch_id, variant_id),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch,
  FOREIGN KEY (store_id, waitlist_id, variant_id) REFERENCES waitlist_variant,
  CONSTRAINT never_oversold CHECK (held + sold <= allocated)
) WITH (fillfactor = 50); -- counters are updated in place (HOT): leave room on the page

-- Why the counters are what they are: their sum is the unit row, always.
CREATE TABLE stock_ledger (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  allocated_delta integer NOT NULL DEFAULT 0,
  held_delta integer NOT NULL DEFAULT 0,
  sold_delta integer NOT NULL DEFAULT 0,
  reason text NOT NULL CHECK (reason IN ('allocate', 'hold', 'replace', 'place', 'expire', 'abandon', 'cancel')),
  source_id uuid NOT NULL, -- the waitlist, checkout or line item that caused it
  at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id)
);
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE ON stock_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Checkouts -------------------------------------------------------------------------------------------------------
CREATE TABLE checkout (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'held', 'completed', 'expired', 'abandoned')),
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  promise_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  customer_key text NOT NULL, -- hash of store and normalised e-mail: counts limits without showing the address
  locale text NOT NULL,
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  shipping bigint NOT NULL CHECK (shipping >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  line_item_properties jsonb,
  marketing_consent boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, waitlist_id, batch_id, variant_id) REFERENCES unit,
  FOREIGN KEY (store_id, promise_id) REFERENCES promise
);
-- Personal data has tables of its own, so that it can be erased while ledgers stay whole.
CREATE TABLE checkout_contact (
  store_id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  email text NOT NULL,
  address jsonb NOT NULL, -- the contract's customer address: firstName, lastName, line1, line2, city, region, postalCode, country, phoneNumber
  PRIMARY KEY (store_id, checkout_id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout
);
-- A live hold is a row here; its end deletes it, the stock ledger keeps the history.
CREATE TABLE hold (
  store_id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  customer_key text NOT NULL,
  client_address text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, checkout_id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout -- and through it the unit row; a second check would cost a fifth
);
CREATE INDEX hold_by_customer ON hold (store_id, customer_key);
CREATE INDEX hold_by_client ON hold (store_id, client_address);
CREATE INDEX hold_by_variant ON hold (store_id, waitlist_id, variant_id);
CREATE INDEX hold_by_expiry ON hold (expires_at);

-- Keeps what was granted under a key; refusals may be tried again. Kept 7 days.
CREATE TABLE idempotency (
  store_id uuid NOT NULL,
  scope text NOT NULL, -- principal, method and route
  key text NOT NULL,
  body_hash text NOT NULL,
  subject_id uuid NOT NULL, -- what was made; the answer is built from it again
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, scope, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Pre-orders ------------------------------------------------------------------------------------------------------
CREATE TABLE preorder (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  reference text NOT NULL,
  checkout_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  customer_key text NOT NULL,
  locale text NOT NULL,
  currency text NOT NULL,
  subtotal bigint NOT NULL,
  shipping bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL,
  prices_include_tax boolean NOT NULL,
  product_external_id text NOT NULL,
  product_title text NOT NULL,
  consent_text text NOT NULL, -- what the shopper agreed to, word for word
  marketing_consent boolean NOT NULL,
  placed_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, reference),
  UNIQUE (store_id, checkout_id),
  UNIQUE (store_id, attempt_id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout,
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);
CREATE INDEX preorder_by_age ON preorder (store_id, placed_at DESC, id);
CREATE TABLE preorder_contact (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  email text NOT NULL,
  address jsonb NOT NULL,
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
-- One unit of one variant: cancelled, released, refunded, returned by itself.
CREATE TABLE preorder_line (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  position integer NOT NULL,
  state text NOT NULL CHECK (state IN ('placed', 'payment_due', 'released', 'fulfilled', 'returned', 'cancelled')),
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  promise_id uuid NOT NULL,
  customer_key text NOT NULL,
  variant_external_id text NOT NULL,
  variant_title text NOT NULL,
  sku text NOT NULL,
  properties jsonb,
  unit_price bigint NOT NULL,
  shipping bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  cancelled_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, position),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  FOREIGN KEY (store_id, waitlist_id, batch_id, variant_id) REFERENCES unit,
  FOREIGN KEY (store_id, promise_id) REFERENCES promise
);
CREATE INDEX preorder_line_by_customer ON preorder_line (store_id, waitlist_id, customer_key) WHERE state <> 'cancelled';
CREATE INDEX preorder_line_by_unit ON preorder_line (store_id, waitlist_id, batch_id, variant_id);

-- Money -----------------------------------------------------------------------------------------------------------
-- An attempt is committed before the provider is called.
CREATE TABLE attempt (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  provider text NOT NULL,
  provider_ref text,
  state text NOT NULL CHECK (state IN ('created', 'open', 'cancel_sent', 'placed', 'surplus', 'cancelled', 'abandoned')),
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout
);
CREATE UNIQUE INDEX attempt_live_once ON attempt (store_id, checkout_id) WHERE state IN ('created', 'open', 'cancel_sent');
CREATE UNIQUE INDEX attempt_by_provider_ref ON attempt (provider, provider_ref);
CREATE INDEX attempt_silent ON attempt (updated_at) WHERE state IN ('created', 'open', 'cancel_sent', 'surplus');

ALTER TABLE preorder ADD FOREIGN KEY (store_id, attempt_id) REFERENCES attempt;

-- One call that moves money, and the lines it covers.
CREATE TABLE movement (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  preorder_id uuid, -- null: the undoing of a surplus, which never became a pre-order
  kind text NOT NULL CHECK (kind IN ('capture', 'refund', 'undo')),
  state text NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  failure text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
-- An authorisation is captured or undone once, whatever else goes wrong.
CREATE UNIQUE INDEX movement_ends_authorisation_once ON movement (store_id, attempt_id) WHERE kind IN ('capture', 'undo') AND state <> 'failed';
CREATE INDEX movement_open ON movement (created_at) WHERE state = 'open';
CREATE INDEX movement_by_preorder ON movement (store_id, preorder_id);
CREATE TABLE movement_line (
  store_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  line_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (store_id, movement_id, line_id),
  FOREIGN KEY (store_id, movement_id) REFERENCES movement,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE UNIQUE INDEX movement_line_open_once ON movement_line (store_id, line_id) WHERE open;

-- Double entry, immutable, per line item. A positive amount debits the account.
CREATE TABLE ledger_entry (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  movement_id uuid NOT NULL,
  line_id uuid NOT NULL,
  account text NOT NULL CHECK (account IN ('provider', 'shopper')),
  amount bigint NOT NULL,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, movement_id, line_id, account),
  FOREIGN KEY (store_id, movement_id) REFERENCES movement,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX ledger_entry_by_line ON ledger_entry (store_id, line_id);
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entry e WHERE e.store_id = NEW.store_id AND e.movement_id = NEW.movement_id) <> 0 THEN
    RAISE EXCEPTION 'the entries of movement % do not balance', NEW.movement_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();

-- What a provider told us, stored before anything is done about it; settle runs from the outbox.
CREATE TABLE provider_event (
  store_id uuid NOT NULL REFERENCES store,
  provider text NOT NULL,
  event_id text NOT NULL,
  attempt_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, provider, event_id)
);

-- The test provider's own books: it is another company, so it keeps its state apart from ours.
CREATE SCHEMA test_provider;
CREATE TABLE test_provider.payment (
  ref text PRIMARY KEY,
  store_id uuid NOT NULL,
  idempotency_key text NOT NULL UNIQUE,
  attempt_id text NOT NULL,
  client_secret text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'processing', 'authorised', 'captured', 'cancelled')),
  behaviour text NOT NULL DEFAULT 'none',
  authorises_at timestamptz, -- a late answer: processing until then
  captured bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded <= captured),
  decline_code text,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE test_provider.operation (
  idempotency_key text PRIMARY KEY,
  ref text NOT NULL REFERENCES test_provider.payment,
  kind text NOT NULL,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- Work that follows a commit --------------------------------------------------------------------------------------
-- A payload is an id; handlers are idempotent. dispatched_at: turned into a job or a notification, once.
CREATE TABLE outbox (
  store_id uuid NOT NULL REFERENCES store,
  id bigint GENERATED ALWAYS AS IDENTITY,
  topic text NOT NULL,
  subject_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  dispatched_at timestamptz,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX outbox_waiting ON outbox (id) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_done ON outbox (dispatched_at) WHERE dispatched_at IS NOT NULL;

CREATE TABLE mail (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('preorder_placed', 'preorder_cancelled')),
  dedupe text NOT NULL, -- the same mail is sent once: the kind's own key, e.g. the lines it speaks of
  message_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, kind, dedupe),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);

CREATE TABLE alert (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  code text NOT NULL,
  subject_id uuid NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  resolved_at timestamptz,
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX alert_once ON alert (store_id, code, subject_id) WHERE resolved_at IS NULL;
