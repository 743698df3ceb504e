-- How often what happened on the store's pages, by waitlist and the store's day. Counts only: who it was is never stored.
CREATE TABLE measure (
  store_id uuid NOT NULL REFERENCES store,
  day date NOT NULL,
  waitlist_id uuid, -- null: no waitlist was open
  event text NOT NULL CHECK (event IN ('PlacementLoaded', 'ButtonClicked', 'PreorderCheckoutStep',
    'PreorderCheckoutSubmitted', 'PreorderCreated', 'PreorderFailed')),
  count bigint NOT NULL CHECK (count > 0),
  UNIQUE NULLS NOT DISTINCT (store_id, day, waitlist_id, event),
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist
);
