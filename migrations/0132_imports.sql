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
