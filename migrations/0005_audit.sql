-- One row a store and night: which process has it, and what it found.
CREATE TABLE audit (
  store_id uuid NOT NULL REFERENCES store,
  night date NOT NULL, -- of the store's time zone
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  findings integer CHECK (findings >= 0),
  PRIMARY KEY (store_id, night)
);
