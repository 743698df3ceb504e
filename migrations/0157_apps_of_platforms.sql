-- The accounts that have installed an app of this installation on their platform, such as a public app of Shopify. A row belongs to no
-- store until a person who is signed in here shows the code that the app showed them there.
CREATE TABLE app_install (
  platform text NOT NULL,
  account text NOT NULL, -- the platform's address of it
  store_id uuid UNIQUE REFERENCES connection ON DELETE SET NULL, -- one store has one account, and an account one store
  sealed bytea NOT NULL, -- its tokens, as JSON
  access_until timestamptz NOT NULL,
  renewing_until timestamptz, -- one process at a time asks for other tokens
  code_hash bytea, -- of the code that links it; null once it was used
  code_until timestamptz NOT NULL,
  code_misses integer NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL DEFAULT app_now(), -- when the app was last opened there
  free_since timestamptz GENERATED ALWAYS AS (CASE WHEN store_id IS NULL THEN opened_at END) STORED, -- after a day it is forgotten
  PRIMARY KEY (platform, account)
);
