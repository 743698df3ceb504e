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
  PRIMARY KEY (store_id, id)
);

-- Mails to staff, of the whole installation. Asking for a new password always writes a row; whether anyone has the address is looked up
-- when the mail goes out, so that the answer to the request cannot tell.
CREATE TABLE staff_mail (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password')),
  email text NOT NULL,
  invitation_id uuid REFERENCES staff_invitation (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  tries integer NOT NULL DEFAULT 0,
  try_at timestamptz NOT NULL DEFAULT app_now(),
  done_at timestamptz, -- sent, given up, or there is nobody to send it to
  CHECK ((kind = 'invitation') = (invitation_id IS NOT NULL))
);
CREATE INDEX staff_mail_due ON staff_mail (try_at) WHERE done_at IS NULL;
