-- What is sold before it is there: waitlists, batches with their dates, units, deliveries, discounts.

CREATE TABLE waitlist (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED', 'CLOSED')),
  payment_plan text NOT NULL DEFAULT 'pay_now' CHECK (payment_plan IN ('pay_now', 'pay_later', 'deposit')),
  launches_at timestamptz,
  closes_at timestamptz,
  limit_per_customer integer CHECK (limit_per_customer > 0),
  description text NOT NULL DEFAULT '', -- the merchant's words to shoppers, plain text
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  opened_at timestamptz,
  closed_at timestamptz,
  deposit_kind text CHECK (deposit_kind IN ('amount', 'percent')),
  deposit_value bigint, -- minor units a line item, or basis points of its total
  deposit_refundable boolean NOT NULL DEFAULT true, -- when the shopper cancels; the merchant's own cancel gives all back
  -- Whether shoppers are shown their place in the queue.
  show_position boolean NOT NULL DEFAULT false,
  -- The countries to which a waitlist ships, of those of its store; null: all of them.
  countries text[],
  -- Since when nearly all units are sold: told once, and again after more units were added and sold.
  nearly_sold_at timestamptz,
  -- A waitlist may leave a variant to the store's own shelf while that has units.
  shelf_first boolean NOT NULL DEFAULT false,
  -- Null: not excluded. What holds for a pre-order is what its shopper read in the checkout.
  withdrawal_exclusion text CHECK (withdrawal_exclusion IN ('market_price', 'personalised', 'perishable', 'hygiene', 'mixed',
    'vintage', 'media', 'periodical')),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, product_id) REFERENCES product,
  CHECK (closes_at IS NULL OR launches_at IS NULL OR closes_at > launches_at),
  CONSTRAINT waitlist_check1 CHECK (state <> 'SCHEDULED' OR launches_at IS NOT NULL),
  CONSTRAINT waitlist_deposit_complete CHECK ((payment_plan = 'deposit') = (deposit_kind IS NOT NULL) AND (deposit_kind IS NULL)
    = (deposit_value IS NULL)),
  CONSTRAINT waitlist_deposit_part CHECK (deposit_value > 0 AND (deposit_kind <> 'percent' OR deposit_value < 10000))
);
CREATE UNIQUE INDEX waitlist_open_once ON waitlist (store_id, product_id) WHERE state = 'OPEN';
CREATE INDEX waitlist_due ON waitlist (launches_at) WHERE state = 'SCHEDULED';
CREATE INDEX waitlist_overdue ON waitlist (closes_at) WHERE closes_at IS NOT NULL AND state IN ('SCHEDULED', 'OPEN', 'PAUSED');
-- The product comes first, so that a look-up of one waitlist by its key never takes this index: over a small table the planner found it
-- as cheap as the primary key, and kept a plan that reads all waitlists of a store.
CREATE INDEX waitlist_of_product ON waitlist (product_id, store_id);

CREATE TABLE waitlist_variant (
  store_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  compare_at_price bigint, -- a struck price is regulated: only where the merchant set it
  PRIMARY KEY (store_id, waitlist_id, variant_id),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist,
  FOREIGN KEY (store_id, variant_id) REFERENCES variant,
  CHECK (compare_at_price > price)
);

CREATE TABLE batch (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, waitlist_id, "position"),
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
  reason text NOT NULL DEFAULT '', -- for shoppers, in the merchant's words; the first promise has none
  made_by text NOT NULL DEFAULT '', -- who moved it, as they name themselves
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, batch_id, version),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch,
  CHECK (ships_until >= ships_from)
);
CREATE INDEX promise_moved ON promise (created_at) WHERE version > 1;

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
  CONSTRAINT never_oversold CHECK ((held + sold) <= allocated)
) WITH (fillfactor=50);

-- Why the counters of a unit are what they are: the sum of its rows here is the unit row, always.
CREATE TABLE stock_ledger (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  allocated_delta integer NOT NULL DEFAULT 0,
  held_delta integer NOT NULL DEFAULT 0,
  sold_delta integer NOT NULL DEFAULT 0,
  reason text NOT NULL CHECK (reason IN ('allocate', 'hold', 'replace', 'place', 'expire', 'abandon', 'cancel', 'swap')),
  source_id uuid NOT NULL, -- the waitlist, checkout or line item that caused it
  at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id)
);
-- Reports read a period of time. Units and money are written by every sale, and stand in the order of their time: a BRIN index
-- costs a sale nothing and finds the pages of a period. Releases and cancellations are rare beside sales.
CREATE INDEX stock_ledger_by_time ON stock_ledger USING brin (at) WITH (pages_per_range = 32, autosummarize = on);

-- Counts of deliveries: one row a count. The sum of the deltas is `arrived` of arrived_unit.
CREATE TABLE arrival (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  batch_id uuid NOT NULL,
  key text, -- the caller's: the same count sent twice is one
  reason text NOT NULL CHECK (reason IN ('counted', 'by_hand')), -- by_hand: a line item was released without a count
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, batch_id, key),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch
);

CREATE TABLE arrival_unit (
  store_id uuid NOT NULL,
  arrival_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  counted integer NOT NULL CHECK (counted >= 0), -- how many have arrived of it in all
  delta integer NOT NULL,
  PRIMARY KEY (store_id, arrival_id, variant_id),
  FOREIGN KEY (store_id, arrival_id) REFERENCES arrival
);

-- Counted apart from `unit`: a delivery never edits what may be sold, and handing units out never waits for a sale.
CREATE TABLE arrived_unit (
  store_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  arrived integer NOT NULL CHECK (arrived BETWEEN 0 AND 10000000),
  released integer NOT NULL DEFAULT 0 CHECK (released >= 0), -- line items that have one of them, however far they got
  PRIMARY KEY (store_id, batch_id, variant_id),
  FOREIGN KEY (store_id, waitlist_id, batch_id, variant_id) REFERENCES unit,
  CONSTRAINT never_released_twice CHECK (released <= arrived)
);

CREATE TABLE discount (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  code text NOT NULL, -- folded: upper case, without spaces
  kind text NOT NULL CHECK (kind IN ('percent', 'amount')),
  value bigint NOT NULL, -- basis points, or off the whole
  minimum bigint NOT NULL DEFAULT 0 CHECK (minimum >= 0), -- of the goods, before it is taken off
  starts_at timestamptz,
  ends_at timestamptz,
  uses_max integer CHECK (uses_max > 0),
  product_id uuid, -- null: every product
  waitlist_id uuid, -- null: every waitlist
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz, -- the merchant ended it
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, code),
  FOREIGN KEY (store_id, product_id) REFERENCES product,
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist,
  CHECK (value > 0 AND (kind <> 'percent' OR value <= 10000)),
  CONSTRAINT discount_check1 CHECK (ends_at > starts_at)
);

-- How often what happened on the store's pages, by waitlist and the store's day. Counts only: who it was is never stored.
CREATE TABLE measure (
  store_id uuid NOT NULL REFERENCES store,
  day date NOT NULL,
  waitlist_id uuid, -- null: no waitlist was open
  event text NOT NULL CHECK (event IN ('PlacementLoaded', 'ButtonClicked', 'PreorderCheckoutStep', 'PreorderCheckoutSubmitted',
    'PreorderCreated', 'PreorderFailed')),
  count bigint NOT NULL CHECK (count > 0),
  -- A copy by logical replication finds a row by its key. The waitlist of a row may be null, so the key is a number of its own.
  id bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (store_id, id),
  UNIQUE NULLS NOT DISTINCT (store_id, day, waitlist_id, event),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);

-- At which price a variant was offered, and from when until when: by a waitlist while it is open or paused, or by the catalogue. It is
-- kept for the lowest price of the days before a reduction. The database itself keeps it, so that no command can forget it.
CREATE TABLE price_history (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  variant_id uuid NOT NULL,
  waitlist_id uuid, -- null: the catalogue
  price bigint NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz, -- null: it is offered now
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, variant_id) REFERENCES variant,
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);
CREATE UNIQUE INDEX price_history_now ON price_history (store_id, variant_id, waitlist_id) NULLS NOT DISTINCT WHERE until IS NULL;
CREATE INDEX price_history_by_variant ON price_history (store_id, variant_id);
CREATE INDEX price_history_by_waitlist ON price_history (store_id, waitlist_id) WHERE waitlist_id IS NOT NULL;
CREATE INDEX price_history_by_end ON price_history (until) WHERE until IS NOT NULL;

-- Ends what is no longer offered so, and begins what is. A price of null: it is not offered. Whoever changes a price has locked its row.
CREATE FUNCTION keep_prices(stores uuid[], variants uuid[], waitlists uuid[], prices bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := app_now();
BEGIN
  UPDATE price_history h SET until = moment FROM unnest(stores, variants, waitlists, prices) AS o (store_id, variant_id, waitlist_id, price)
  WHERE h.store_id = o.store_id AND h.variant_id = o.variant_id AND h.waitlist_id IS NOT DISTINCT FROM o.waitlist_id
    AND h.until IS NULL AND h.price IS DISTINCT FROM o.price;
  INSERT INTO price_history AS h (store_id, variant_id, waitlist_id, price, since)
  SELECT o.store_id, o.variant_id, o.waitlist_id, o.price, moment
  FROM unnest(stores, variants, waitlists, prices) AS o (store_id, variant_id, waitlist_id, price)
  WHERE o.price IS NOT NULL AND NOT EXISTS (
    SELECT FROM price_history k WHERE k.store_id = o.store_id AND k.variant_id = o.variant_id
      AND k.waitlist_id IS NOT DISTINCT FROM o.waitlist_id AND k.until IS NULL)
  -- Only beside the rows that the next migration makes of what holds already.
  ON CONFLICT (store_id, variant_id, waitlist_id) WHERE until IS NULL DO UPDATE SET price = excluded.price, since = excluded.since;
END $$;

CREATE FUNCTION keep_prices_of_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_prices(array_agg(c.store_id), array_agg(c.variant_id), array_agg(c.waitlist_id), array_agg(c.price))
  FROM changed c JOIN waitlist w ON w.store_id = c.store_id AND w.id = c.waitlist_id WHERE w.state IN ('OPEN', 'PAUSED');
  RETURN NULL;
END $$;

CREATE FUNCTION keep_prices_of_waitlist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_prices(array_agg(v.store_id), array_agg(v.variant_id), array_agg(v.waitlist_id),
    array_agg(CASE WHEN NEW.state IN ('OPEN', 'PAUSED') THEN v.price END))
  FROM waitlist_variant v WHERE v.store_id = NEW.store_id AND v.waitlist_id = NEW.id;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_prices_of_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_prices(array_agg(c.store_id), array_agg(c.id), array_agg(NULL::uuid),
    array_agg(CASE WHEN c.gone_at IS NULL THEN c.price END))
  FROM changed c;
  RETURN NULL;
END $$;

CREATE TRIGGER promise_append_only BEFORE UPDATE OR DELETE ON promise FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE ON stock_ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER arrival_append_only BEFORE UPDATE OR DELETE ON arrival FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER arrival_unit_append_only BEFORE UPDATE OR DELETE ON arrival_unit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unit_is_kept BEFORE DELETE OR UPDATE OF store_id, waitlist_id, batch_id, variant_id ON unit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER prices_with_added_offers AFTER INSERT ON waitlist_variant
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_offers();
CREATE TRIGGER prices_with_offers AFTER UPDATE ON waitlist_variant
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_offers();
CREATE TRIGGER prices_with_waitlist AFTER UPDATE OF state ON waitlist
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_prices_of_waitlist();
CREATE TRIGGER prices_with_added_variants AFTER INSERT ON variant
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_catalogue();
CREATE TRIGGER prices_with_variants AFTER UPDATE ON variant
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_prices_of_catalogue();
