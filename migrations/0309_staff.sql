-- People who work for stores, access tokens, and what was done.

-- Who works for merchants and signs in to the portal: staff. A member may work in several stores, so members and the ways in which
-- they sign in belong to the installation. What a member may do in a store is the store's.
CREATE TABLE staff_member (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE, -- trimmed and in lower case
  name text NOT NULL,
  language text NOT NULL,
  password_hash text NOT NULL, -- Argon2id, with its salt and cost
  may_create_stores boolean NOT NULL DEFAULT false, -- an owner of the installation
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- How many second factors in a row were wrong: somebody else may know the password.
  refused_factors integer NOT NULL DEFAULT 0
);

-- A store without an owner belongs to the owners of the installation.
CREATE TABLE staff_role (
  store_id uuid NOT NULL REFERENCES store,
  member_id uuid NOT NULL REFERENCES staff_member ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'support', 'read-only')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, member_id)
);
CREATE INDEX staff_role_member ON staff_role (member_id);

CREATE TABLE staff_session (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES staff_member ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE, -- SHA-256 of the cookie, which has 256 random bits
  signed_in boolean NOT NULL, -- false: the second factor is still missing
  browser text NOT NULL, -- such as `Firefox on Linux`, so that the member recognises it
  created_at timestamptz NOT NULL DEFAULT app_now(),
  last_used_at timestamptz NOT NULL DEFAULT app_now(), -- right to within a minute
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz -- when the member last proved who they are
);
CREATE INDEX staff_session_member ON staff_session (member_id);

-- One-time links for staff. The secret of a link is derived from its id and never stored.
CREATE TABLE staff_link (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('owner', 'password')),
  email text, -- whom the link makes a member; null: the person says it
  member_id uuid REFERENCES staff_member ON DELETE CASCADE, -- whose password it sets
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK ((purpose = 'password') = (member_id IS NOT NULL))
);
CREATE INDEX staff_link_member ON staff_link (member_id);

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

-- Invitations to work in a store, each with a one-time link.
CREATE TABLE staff_invitation (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL UNIQUE, -- the link names it alone
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'support', 'read-only')),
  invited_by text NOT NULL, -- as the mail names them
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  invited_by_id text,
  PRIMARY KEY (store_id, id)
);

-- Mails to staff, of the whole installation. Asking for a new password always writes a row; whether anyone has the address is looked up
-- when the mail goes out, so that the answer to the request cannot tell.
CREATE TABLE staff_mail (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password', 'daily', 'nearly_sold', 'connection_refused', 'changed')),
  email text NOT NULL,
  invitation_id uuid REFERENCES staff_invitation (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  tries integer NOT NULL DEFAULT 0,
  try_at timestamptz NOT NULL DEFAULT app_now(),
  done_at timestamptz, -- sent, given up, or there is nobody to send it to
  -- A mail about a store: to which member, and about what (a day, or a waitlist).
  store_id uuid REFERENCES store,
  member_id uuid REFERENCES staff_member ON DELETE CASCADE,
  about text,
  CHECK ((kind = 'invitation') = (invitation_id IS NOT NULL)),
  -- A store that nobody has an account for is told at the address that its shoppers know.
  CONSTRAINT staff_mail_about CHECK (CASE
      WHEN kind IN ('daily', 'nearly_sold') THEN store_id IS NOT NULL AND member_id IS NOT NULL AND about IS NOT NULL
      WHEN kind = 'connection_refused' THEN store_id IS NOT NULL AND about IS NOT NULL
      WHEN kind = 'changed' THEN store_id IS NULL AND member_id IS NOT NULL AND about IS NOT NULL
      ELSE store_id IS NULL AND member_id IS NULL AND about IS NULL
    END)
);
CREATE INDEX staff_mail_due ON staff_mail (try_at) WHERE done_at IS NULL;

-- What members of staff want to hear of a store by mail: each morning how the day before went, and when a waitlist is nearly sold.
CREATE TABLE staff_subscription (
  store_id uuid NOT NULL REFERENCES store,
  member_id uuid NOT NULL REFERENCES staff_member ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('daily', 'nearly_sold')),
  mailed_on date, -- the store's day on which the last daily mail was written, or on which it was asked for
  PRIMARY KEY (store_id, member_id, kind)
);
CREATE INDEX staff_subscription_member ON staff_subscription (member_id);

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
  -- Who made a token or an invitation: what a person has made ends with what they may do. Null of those that nobody noted.
  made_by_kind text, -- as in the activity log
  made_by_id text,
  made_by_name text,
  PRIMARY KEY (store_id, id)
);

-- A write of the private API that was done, so that a repeated request does nothing more. It holds ids and sums, never a shopper's data:
-- the answer of a repeated request is read again.
CREATE TABLE api_write (
  store_id uuid NOT NULL REFERENCES store,
  principal text NOT NULL, -- `token:ID` or `staff:ID`
  target text NOT NULL, -- method and path
  key text NOT NULL, -- Idempotency-Key
  body_hash bytea NOT NULL, -- SHA-256
  done jsonb, -- null while a write that works outside of a transaction is being done
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, principal, target, key)
);
CREATE INDEX api_write_created_at ON api_write (created_at);

-- Who changed what in a store: for the merchant, who must be able to ask.
CREATE TABLE activity (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL, -- version 7, so that the key is the order in time
  at timestamptz NOT NULL DEFAULT app_now(),
  by_kind text NOT NULL CHECK (by_kind IN ('token', 'staff', 'command_line')),
  by_id text,
  by_name text NOT NULL,
  action text NOT NULL, -- such as `waitlist.update`
  subject text NOT NULL, -- the id or reference that the merchant knows
  before jsonb NOT NULL, -- the changed fields alone, without a shopper's data
  after jsonb NOT NULL,
  request_id text,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX activity_subject ON activity (store_id, subject, id);
