-- What members of staff want to hear of a store by mail: each morning how the day before went, and when a waitlist is nearly sold.
CREATE TABLE staff_subscription (
  store_id uuid NOT NULL REFERENCES store,
  member_id uuid NOT NULL REFERENCES staff_member ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('daily', 'nearly_sold')),
  mailed_on date, -- the store's day on which the last daily mail was written, or on which it was asked for
  PRIMARY KEY (store_id, member_id, kind)
);
CREATE INDEX staff_subscription_member ON staff_subscription (member_id);

-- A mail about a store: to which member, and about what (a day, or a waitlist).
ALTER TABLE staff_mail ADD COLUMN store_id uuid REFERENCES store;
ALTER TABLE staff_mail ADD COLUMN member_id uuid REFERENCES staff_member ON DELETE CASCADE;
ALTER TABLE staff_mail ADD COLUMN about text;
ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_kind_check;
ALTER TABLE staff_mail ADD CONSTRAINT staff_mail_kind_check CHECK (kind IN ('invitation', 'password', 'daily', 'nearly_sold')) NOT VALID;
ALTER TABLE staff_mail ADD CONSTRAINT staff_mail_about CHECK (
  (kind IN ('daily', 'nearly_sold')) = (store_id IS NOT NULL AND member_id IS NOT NULL AND about IS NOT NULL)) NOT VALID;

-- Since when nearly all units are sold: told once, and again after more units were added and sold.
ALTER TABLE waitlist ADD COLUMN nearly_sold_at timestamptz;
