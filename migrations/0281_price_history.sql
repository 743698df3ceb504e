-- At which price a variant was offered, and from when until when: by a waitlist while it is open or paused, or by the catalogue. It is
-- kept from now on, for the lowest price of the days before a reduction. The database itself keeps it, so that no command can forget it.
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
