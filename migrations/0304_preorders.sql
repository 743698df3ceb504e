-- Checkouts and pre-orders.

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
  line_item_properties json,
  marketing_consent boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- `due_now` is the part of `total` that is taken when the pre-order is placed.
  payment_plan text NOT NULL DEFAULT 'pay_now' CHECK (payment_plan IN ('pay_now', 'pay_later', 'deposit')),
  discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  discount_code text,
  due_now bigint NOT NULL,
  -- What the shopper was told when the units were held; the pre-order has its own copy.
  deposit_refundable boolean NOT NULL DEFAULT true,
  -- The rate that a checkout was quoted with, so that a pre-order has it from the start. Null: held before this was kept.
  tax_millionths integer CHECK (tax_millionths BETWEEN 0 AND 1000000),
  -- A wallet shows the amounts only after the shopper has agreed, so the text that they agree to before it opens names none.
  agreed_by_wallet boolean NOT NULL DEFAULT false,
  withdrawal_exclusion text,
  PRIMARY KEY (store_id, id),
  CHECK (due_now >= 0 AND due_now <= total)
);
-- What a person did is found by the customer key: to erase it, and to give it to them. A hash index, as the holds have it
-- (docs/decisions/0180-what-a-hold-writes.md): the keys come in no order.
CREATE INDEX checkout_by_customer ON checkout USING hash (customer_key);

-- Personal data has tables of its own, so that it can be erased while ledgers stay whole.
CREATE TABLE checkout_contact (
  store_id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  email text NOT NULL,
  -- the contract's customer address: firstName, lastName, line1, line2, city, region, postalCode, country, phoneNumber
  address jsonb NOT NULL,
  -- The evidence of what was decided stands with the contact, and goes with it. No text: no box was shown.
  marketing_text text,
  marketing_decided_at timestamptz,
  marketing_by text,
  PRIMARY KEY (store_id, checkout_id)
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
  PRIMARY KEY (store_id, checkout_id)
);
CREATE INDEX hold_by_expiry ON hold (expires_at);
CREATE INDEX hold_by_customer ON hold USING hash (customer_key);
CREATE INDEX hold_by_client ON hold USING hash (client_address);

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
CREATE INDEX idempotency_by_age ON idempotency USING brin (created_at);

-- Who has a code: a pre-order for good, a checkout for as long as its units are held. Counting these rows behind the
-- store's lock is what keeps a limit.
CREATE TABLE discount_use (
  store_id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  discount_id uuid NOT NULL,
  PRIMARY KEY (store_id, checkout_id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout,
  FOREIGN KEY (store_id, discount_id) REFERENCES discount
);
CREATE INDEX discount_use_by_discount ON discount_use (store_id, discount_id);

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
  consent_text text, -- what the shopper agreed to, word for word
  marketing_consent boolean NOT NULL,
  placed_at timestamptz NOT NULL,
  payment_plan text NOT NULL DEFAULT 'pay_now' CHECK (payment_plan IN ('pay_now', 'pay_later', 'deposit')),
  deposit_refundable boolean NOT NULL DEFAULT true,
  discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  discount_code text,
  due_now bigint NOT NULL CHECK (due_now >= 0),
  -- The rate that a pre-order was sold with. Of older ones it is found in the amounts when a line item is first swapped: what is
  -- swapped later, or back, goes by the same.
  tax_millionths integer CHECK (tax_millionths BETWEEN 0 AND 1000000),
  -- A pre-order has the words of its consent there, or for itself: one that was placed elsewhere, or before texts were kept once.
  consent_text_id uuid,
  withdrawal_exclusion text,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, reference),
  UNIQUE (store_id, checkout_id),
  UNIQUE (store_id, attempt_id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout,
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist,
  CONSTRAINT preorder_consent_text FOREIGN KEY (store_id, consent_text_id) REFERENCES consent_text,
  CONSTRAINT preorder_agreed_to CHECK ((consent_text IS NULL) <> (consent_text_id IS NULL))
);
CREATE INDEX preorder_by_age ON preorder (store_id, placed_at DESC, id);
-- Found by who placed it, newest first.
CREATE INDEX preorder_by_customer ON preorder (store_id, customer_key, placed_at DESC, id);
-- The pre-orders of one waitlist, newest first, page by page. Among many others they were found by reading all of the store.
CREATE INDEX preorder_by_waitlist ON preorder (store_id, waitlist_id, placed_at DESC, id);

CREATE TABLE preorder_contact (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  email text NOT NULL,
  address jsonb NOT NULL,
  marketing_text text,
  marketing_decided_at timestamptz,
  marketing_by text,
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
  properties json,
  unit_price bigint NOT NULL,
  shipping bigint NOT NULL,
  tax bigint NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  cancelled_at timestamptz,
  -- When a line item got there; what a shopper is told beside its state. A date without having been there is a fault.
  released_at timestamptz,
  fulfilled_at timestamptz,
  returned_at timestamptz,
  discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  due_now bigint NOT NULL,
  kept bigint NOT NULL DEFAULT 0,
  given_back bigint NOT NULL DEFAULT 0,
  due_from text CHECK (due_from IN ('placed', 'released')),
  -- Why a line item was cancelled: what it means for money, and what its mail says.
  cancel_reason text CHECK (cancel_reason IN ('shopper', 'merchant', 'delay', 'silence', 'payment', 'withdrawal')),
  -- When the pre-order of the line item was placed: the order in which units are given out.
  placed_at timestamptz DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, "position"),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  FOREIGN KEY (store_id, waitlist_id, batch_id, variant_id) REFERENCES unit,
  FOREIGN KEY (store_id, promise_id) REFERENCES promise,
  CHECK (fulfilled_at IS NULL OR (state IN ('fulfilled', 'returned'))),
  CONSTRAINT preorder_line_check1 CHECK (returned_at IS NULL OR state = 'returned'),
  CONSTRAINT preorder_line_check2 CHECK (due_now >= 0 AND due_now <= total),
  CONSTRAINT preorder_line_check3 CHECK (kept >= 0 AND (kept = 0 OR state = 'cancelled')),
  CONSTRAINT preorder_line_check4 CHECK (given_back >= 0 AND given_back <= total),
  CONSTRAINT preorder_line_due_from CHECK ((state = 'payment_due') = (due_from IS NOT NULL)),
  CONSTRAINT preorder_line_cancel_reason CHECK (cancel_reason IS NULL OR state = 'cancelled')
);
CREATE INDEX preorder_line_by_unit ON preorder_line (store_id, waitlist_id, batch_id, variant_id);
-- Who keeps a place while a payment is due: a release that waits for them looks several times a second.
CREATE INDEX preorder_line_owing ON preorder_line (store_id, waitlist_id, batch_id, variant_id) WHERE state = 'payment_due';
-- Who waits for a unit, in the order in which they get it.
CREATE INDEX preorder_line_waiting ON preorder_line (store_id, waitlist_id, batch_id, variant_id, placed_at, preorder_id, position)
  WHERE state IN ('placed', 'payment_due');
-- Empty: line items of before this column were given their time.
CREATE INDEX preorder_line_without_time ON preorder_line (store_id, id) WHERE placed_at IS NULL;
-- Line items of a customer in a waitlist, counted up to its limit (docs/decisions/0288-limits-are-counted-to-the-limit.md).
CREATE INDEX preorder_line_of_customer ON preorder_line (customer_key, waitlist_id) WHERE state <> 'cancelled';
CREATE INDEX preorder_line_by_release_time ON preorder_line (store_id, released_at) WHERE released_at IS NOT NULL;
CREATE INDEX preorder_line_by_cancel_time ON preorder_line (store_id, cancelled_at) WHERE cancelled_at IS NOT NULL;

-- All checkouts of a batch are of a few units: that these exist is asked once a statement, not once a row. Units are kept
-- for good, so what was true of a checkout when it was written stays true.
CREATE FUNCTION require_unit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT store_id, waitlist_id, batch_id, variant_id FROM written) w
    LEFT JOIN unit u USING (store_id, waitlist_id, batch_id, variant_id) WHERE u.allocated IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = TG_TABLE_NAME || ' is of a unit that does not exist';
  END IF;
  RETURN NULL;
END $$;

-- What a merchant notes about a pre-order, for colleagues. The shopper never sees it; it is erased with the shopper.
CREATE TABLE preorder_note (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  words text NOT NULL,
  by_name text NOT NULL, -- of the token, the staff member or the user of the command line
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX preorder_note_by_preorder ON preorder_note (store_id, preorder_id, created_at);

-- Links in mails: each is for one purpose of one pre-order. Its secret is derived from the id, not kept.
CREATE TABLE link (
  store_id uuid NOT NULL,
  id uuid NOT NULL UNIQUE,
  preorder_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('cancel', 'manage', 'pay', 'card', 'answer', 'withdrawal')),
  detail jsonb, -- ids: which line items, which promise
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- A link that somebody asked for counts from when its mail is handed over, not from when it was asked for.
  begins_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK (expires_at > created_at)
);
CREATE INDEX link_by_preorder ON link (store_id, preorder_id, created_at);
-- What is removed by its age.
CREATE INDEX link_by_expiry ON link (expires_at);

-- One row each time that what is due could not be taken: how long the place in the queue is kept, and when the kept card
-- is tried again.
CREATE TABLE payment_due (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT app_now(),
  deadline timestamptz NOT NULL,
  retry_at timestamptz, -- null: only the shopper can help
  tries integer NOT NULL DEFAULT 1 CHECK (tries > 0), -- that failed
  -- Why the last one did: a decline code of ours, or that the bank wants the shopper.
  reason text NOT NULL,
  reminded_at timestamptz, -- that the deadline is near
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('paid', 'cancelled')), -- cancelled: by whoever, not only by the deadline
  -- When the time began that ends with `deadline` or `answer_by`; null: with its row, or its notice. And until when it is known not
  -- to be over, because of outages: it is looked at again then.
  runs_from timestamptz,
  put_off_until timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT payment_due_check1 CHECK (deadline > since)
);
CREATE UNIQUE INDEX payment_due_open_once ON payment_due (store_id, preorder_id) WHERE ended_at IS NULL;
CREATE INDEX payment_due_by_preorder ON payment_due (store_id, preorder_id);
CREATE INDEX payment_due_to_retry ON payment_due (retry_at) WHERE ended_at IS NULL;
CREATE INDEX payment_due_over ON payment_due (deadline) WHERE ended_at IS NULL;
-- Times that are over, as far as is known, the first first.
CREATE INDEX payment_due_runs_out ON payment_due (greatest(deadline, put_off_until)) WHERE ended_at IS NULL;

-- Why a line item has a part of its money back though it goes on: `preorder_line.given_back` is the sum.
CREATE TABLE goodwill (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  line_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL, -- the merchant's words
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX goodwill_by_line ON goodwill (store_id, line_id);

-- That a merchant changed the e-mail address of a pre-order. The earlier address is kept until the mail to it is sent.
CREATE TABLE contact_change (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  old_email text, -- null: the mail is sent, or the shopper was erased
  by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX contact_change_by_preorder ON contact_change (store_id, preorder_id, created_at);

CREATE TABLE fulfilment (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0), -- of its pre-order, which may leave in several parcels
  key text, -- the caller's: the same command sent twice is one
  carrier text NOT NULL DEFAULT '',
  tracking_number text NOT NULL DEFAULT '',
  tracking_link text NOT NULL DEFAULT '' CHECK (tracking_link = '' OR tracking_link LIKE 'https://%'), -- the merchant's own
  sent_at timestamptz NOT NULL DEFAULT app_now(),
  delivered_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, number),
  UNIQUE (store_id, preorder_id, key),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);

CREATE TABLE fulfilment_line (
  store_id uuid NOT NULL,
  line_id uuid NOT NULL,
  fulfilment_id uuid NOT NULL,
  PRIMARY KEY (store_id, line_id),
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, fulfilment_id) REFERENCES fulfilment
);
CREATE INDEX fulfilment_line_by_fulfilment ON fulfilment_line (store_id, fulfilment_id);

-- A checkout is never deleted and keeps its id, and its contact and hold are inserted with it, by one statement from one
-- list. Looking it up again and locking it for each of them proved nothing new.
CREATE TRIGGER checkout_is_kept BEFORE DELETE OR UPDATE OF store_id, id ON checkout
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkout_made_of_unit AFTER INSERT ON checkout
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_unit();
CREATE TRIGGER checkout_moved_to_unit AFTER UPDATE ON checkout
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_unit();
