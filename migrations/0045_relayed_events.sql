-- What a checkout that is a page of its own tells the isolated page that led to it, until that asks. Nothing in it names anybody:
-- a pre-order's contact is read from the checkout, for as long as it is there.
CREATE TABLE relayed_event (
  store_id uuid NOT NULL REFERENCES store,
  relay text NOT NULL, -- the hash of what lets read it
  at bigint NOT NULL, -- milliseconds by the shopper's own clock: tells events apart, and says which came first
  name text NOT NULL CHECK (name IN ('PreorderCheckoutStep', 'PreorderCheckoutSubmitted', 'PreorderFailed', 'PreorderCreated')),
  payload jsonb, -- null where it is made of the checkout
  checkout_id uuid,
  release_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, relay, at),
  CHECK ((name = 'PreorderCreated') = (payload IS NULL)),
  CHECK ((name = 'PreorderCreated') = (checkout_id IS NOT NULL))
);
CREATE INDEX relayed_event_by_age ON relayed_event (created_at);
