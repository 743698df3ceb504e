-- Files of a store that its pages and mails show. The hash of the content is a part of their address, so an address never changes what
-- it gives. The bounds are those of src/domain/brand.ts.
CREATE TABLE store_asset (
  store_id uuid NOT NULL REFERENCES store,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp', 'font/woff2', 'font/woff')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
  -- of an image, in pixels
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- of a font
  weight_min integer CHECK (weight_min > 0),
  weight_max integer CHECK (weight_max >= weight_min),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, hash),
  CHECK (CASE WHEN type LIKE 'image/%' THEN num_nonnulls(width, height) = 2 AND num_nonnulls(weight_min, weight_max) = 0
         ELSE num_nonnulls(width, height) = 0 AND num_nonnulls(weight_min, weight_max) = 2 END)
);

-- What a store changed of the look of its pages and mails, and of their sender. Null is ours.
CREATE TABLE store_brand (
  store_id uuid PRIMARY KEY REFERENCES store,
  accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  ground text CHECK (ground ~ '^#[0-9a-f]{6}$'),
  ground_dark text CHECK (ground_dark ~ '^#[0-9a-f]{6}$'),
  radius integer CHECK (radius BETWEEN 0 AND 20),
  logo text,
  font text,
  sender_name text,
  reply_to text,
  FOREIGN KEY (store_id, logo) REFERENCES store_asset,
  FOREIGN KEY (store_id, font) REFERENCES store_asset
);
