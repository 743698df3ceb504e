-- A store's connection with its commerce platform: what was said to connect it, how far it is read, and what waits to be read.

CREATE TABLE connection (
  store_id uuid PRIMARY KEY REFERENCES store,
  kind text NOT NULL, -- the kind of platform
  settings jsonb NOT NULL, -- those that anybody may see
  sealed bytea NOT NULL, -- the others, as JSON
  account_id text NOT NULL, -- the platform's id of the merchant's account: it never changes
  account_name text NOT NULL,
  connected_at timestamptz NOT NULL DEFAULT app_now(),
  dead_at timestamptz, -- the platform has refused the credentials since then
  failure text, -- of the last request, if it failed
  failed_at timestamptz,
  change_cursor text, -- up to where changes are known; null where the platform does not tell them
  changes_read_at timestamptz, -- when the platform last told them
  next_read_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (dead_at IS NULL OR failure IS NOT NULL)
);
CREATE INDEX connection_due ON connection (next_read_at);

-- The last time that everything was read, or is.
CREATE TABLE connection_sync (
  store_id uuid PRIMARY KEY REFERENCES connection ON DELETE CASCADE,
  dry_run boolean NOT NULL, -- it compares and writes nothing
  -- listing: page by page · missing: products that no page had are looked up · done
  state text NOT NULL CHECK (state IN ('listing', 'missing', 'done')),
  page_cursor text, -- the next page; null for the first
  started_at timestamptz NOT NULL DEFAULT app_now(),
  done_at timestamptz,
  next_at timestamptz NOT NULL DEFAULT app_now(),
  listed integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  CHECK ((state = 'done') = (done_at IS NOT NULL))
);
CREATE INDEX connection_sync_due ON connection_sync (next_at) WHERE state <> 'done';

-- What the platform last said of each product that it ever told us.
CREATE TABLE connection_product (
  store_id uuid NOT NULL REFERENCES connection ON DELETE CASCADE,
  external_id text NOT NULL,
  standing text NOT NULL CHECK (standing IN ('published', 'unpublished', 'removed')),
  issue text, -- why the catalogue does not have it as the platform does
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, external_id)
);
CREATE INDEX connection_product_by_age ON connection_product (store_id, seen_at) WHERE standing <> 'removed';
CREATE INDEX connection_product_issues ON connection_product (store_id, external_id) WHERE issue IS NOT NULL;

-- What may have changed on the platform, and is read anew soon.
CREATE TABLE connection_task (
  store_id uuid NOT NULL REFERENCES connection ON DELETE CASCADE,
  what text NOT NULL CHECK (what IN ('product', 'variant', 'order', 'connection')),
  subject text NOT NULL, -- the platform's id; empty for the connection
  due_at timestamptz NOT NULL DEFAULT app_now(),
  tries integer NOT NULL DEFAULT 0,
  news integer NOT NULL DEFAULT 0, -- counts what came while it waited, so that nothing is lost that comes while it is read
  PRIMARY KEY (store_id, what, subject)
);
CREATE INDEX connection_task_due ON connection_task (due_at);

-- Webhooks that came, so that a copied one does nothing. Kept for some days.
CREATE TABLE connection_event (
  store_id uuid NOT NULL REFERENCES connection ON DELETE CASCADE,
  id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id)
);
CREATE INDEX connection_event_by_age ON connection_event (received_at);
