-- What a platform asks by law on behalf of people: their data, or to be erased. `erase_store`: of a whole store that left the platform.
CREATE TABLE privacy_request (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  platform text NOT NULL, -- the kind of platform that asked
  what text NOT NULL CHECK (what IN ('export', 'erase', 'erase_store')),
  email text, -- until it is done
  customer_key text, -- finds it when the person is erased
  order_refs text[] NOT NULL, -- the platform's ids of the orders that it is about
  asked_at timestamptz NOT NULL DEFAULT app_now(),
  due_at timestamptz NOT NULL,
  next_at timestamptz DEFAULT app_now(), -- when the service tries it; null if it is a person's turn, or done
  outcome text, -- what was done, or what it waits for
  done_at timestamptz,
  PRIMARY KEY (store_id, id),
  CHECK (done_at IS NULL OR (next_at IS NULL AND email IS NULL AND outcome IS NOT NULL))
);
CREATE INDEX privacy_request_next ON privacy_request (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX privacy_request_by_time ON privacy_request (store_id, asked_at DESC, id);
CREATE INDEX privacy_request_by_person ON privacy_request (store_id, customer_key) WHERE customer_key IS NOT NULL;
