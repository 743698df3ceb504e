-- Connected platforms, and what is moved in from files.

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
  -- The merchant removed us on the platform, which told so: other words than for a secret that no longer works.
  ended_at timestamptz,
  -- When a pre-order's order is created on the platform: at its release, or earlier, where it waits unpaid or held.
  orders_at text NOT NULL DEFAULT 'release' CHECK (orders_at IN ('placing', 'payment', 'release')),
  orders_since timestamptz NOT NULL DEFAULT '-infinity'::timestamptz, -- of pre-orders placed from then on; others wait for their release
  -- Staff hear by mail that the platform of their store no longer takes the credentials: once for each outage, and at most once a day.
  refusal_mailed_at timestamptz,
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
  why jsonb,
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

-- Which order of a platform is which store order, and who hands it over at the moment.
CREATE TABLE connection_order (
  store_id uuid NOT NULL,
  order_id uuid NOT NULL,
  ref text, -- the platform's id of the order; null until it has answered
  claimed_until timestamptz, -- one process at a time hands it over
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES store_order
);
CREATE UNIQUE INDEX connection_order_by_ref ON connection_order (store_id, ref);

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
  -- after a day it is forgotten
  free_since timestamptz GENERATED ALWAYS AS (CASE
      WHEN (store_id IS NULL) THEN opened_at
      ELSE NULL::timestamptz
    END) STORED,
  PRIMARY KEY (platform, account)
);

-- Pre-orders and waitlists that were kept elsewhere, as files brought them.
CREATE TABLE import (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('preorders', 'waitlists')),
  state text NOT NULL CHECK (state IN ('checking', 'checked', 'importing', 'done', 'undoing', 'undone')),
  file_name text NOT NULL,
  raises boolean NOT NULL, -- allocations and deliveries grow as rows need it; otherwise such rows are refused
  mails boolean NOT NULL, -- shoppers get a confirmation
  paid text CHECK (paid IN ('all', 'none')), -- what was paid by rows that do not say it; null: they are refused
  continues boolean NOT NULL, -- goes on without a person once the rows are checked
  made_by text NOT NULL,
  row_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id)
);
CREATE INDEX import_by_age ON import (store_id, created_at DESC, id);
CREATE INDEX import_to_step ON import (updated_at) WHERE state IN ('checking', 'importing', 'undoing');

CREATE TABLE import_row (
  store_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL, -- its place in the file, from 1
  line integer NOT NULL, -- of the file
  key text NOT NULL, -- what it is called elsewhere; it comes in once
  data jsonb, -- what the file says, with personal data; null once it is imported or will not be
  customer_key text,
  fate text CHECK (fate IN ('ready', 'imported', 'exists', 'skipped', 'refused', 'undone', 'kept')),
  code text,
  param text,
  message text,
  -- What it takes once it is imported, so that a check counts it for the rows behind it.
  batch_id uuid,
  variant_id uuid,
  quantity integer,
  raised integer NOT NULL DEFAULT 0, -- units that the delivery was raised by for it
  subject_id uuid, -- the pre-order or waitlist
  expires_at timestamptz, -- of a row that nobody imported
  -- Why a row or a product was refused, as a stable name with values, so that each reader gets it in their language. Null of earlier ones.
  why jsonb,
  -- Which parts of a row became something else than the row says.
  notes jsonb,
  -- All that is wrong with a row, where that is more than one thing: code, param and message have the first.
  refusals jsonb,
  PRIMARY KEY (store_id, import_id, number),
  FOREIGN KEY (store_id, import_id) REFERENCES import
);
CREATE INDEX import_row_by_fate ON import_row (store_id, import_id, fate, number);
CREATE INDEX import_row_by_key ON import_row (store_id, import_id, key);
CREATE INDEX import_row_by_customer ON import_row (store_id, customer_key) WHERE data IS NOT NULL;
CREATE INDEX import_row_expired ON import_row (expires_at) WHERE expires_at IS NOT NULL;

-- What is here by an import: the same key never comes in twice.
CREATE TABLE imported (
  store_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('preorders', 'waitlists')),
  key text NOT NULL,
  subject_id uuid NOT NULL,
  import_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now(), -- what changed the pre-order or waitlist later keeps it from being undone
  PRIMARY KEY (store_id, kind, key),
  FOREIGN KEY (store_id, import_id) REFERENCES import
);
CREATE UNIQUE INDEX imported_by_subject ON imported (store_id, subject_id);
