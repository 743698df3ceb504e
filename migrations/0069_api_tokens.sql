-- Secrets with which a merchant's own systems use the private API. The token itself is shown once and never stored.
CREATE TABLE api_token (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL UNIQUE, -- SHA-256 of the token, which has 190 random bits
  ending text NOT NULL, -- its last four characters, so that a person recognises it
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz,
  last_used_at timestamptz, -- right to within a minute
  revoked_at timestamptz,
  PRIMARY KEY (store_id, id)
);
