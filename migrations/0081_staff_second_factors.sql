-- Second factors of staff: an app that makes codes, passkeys, and recovery codes for when both are lost.
CREATE TABLE staff_totp (
  member_id uuid PRIMARY KEY REFERENCES staff_member ON DELETE CASCADE,
  sealed bytea NOT NULL, -- the app's secret, encrypted with SECRET_KEY
  confirmed_at timestamptz, -- null: nothing asks for its codes until one was right
  last_step bigint NOT NULL DEFAULT 0 -- the half minute of the last code that was taken: none is taken twice
);

CREATE TABLE staff_recovery_code (
  member_id uuid NOT NULL REFERENCES staff_member ON DELETE CASCADE,
  hash bytea NOT NULL, -- SHA-256 of the code, which has 80 random bits
  used_at timestamptz,
  PRIMARY KEY (member_id, hash)
);

CREATE TABLE staff_passkey (
  id text PRIMARY KEY, -- the authenticator's id of it
  member_id uuid NOT NULL REFERENCES staff_member ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL, -- how often the authenticator says that it signed; 0 where it does not count
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  last_used_at timestamptz
);
CREATE INDEX staff_passkey_member ON staff_passkey (member_id);

-- What an authenticator has to sign, once.
CREATE TABLE staff_challenge (
  challenge text PRIMARY KEY, -- 256 random bits
  member_id uuid REFERENCES staff_member ON DELETE CASCADE, -- who adds a passkey; null: it proves who somebody is
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_challenge_member ON staff_challenge (member_id);
