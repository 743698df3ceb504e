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
  created_at timestamptz NOT NULL DEFAULT app_now()
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
