-- A mail that tells a member what changed of how they sign in: to which member, and what.
ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_kind_check;
ALTER TABLE staff_mail ADD CONSTRAINT staff_mail_kind_check
  CHECK (kind IN ('invitation', 'password', 'daily', 'nearly_sold', 'connection_refused', 'changed')) NOT VALID;
ALTER TABLE staff_mail DROP CONSTRAINT staff_mail_about;
-- A store that nobody has an account for is told at the address that its shoppers know.
ALTER TABLE staff_mail ADD CONSTRAINT staff_mail_about CHECK (
  CASE WHEN kind IN ('daily', 'nearly_sold') THEN store_id IS NOT NULL AND member_id IS NOT NULL AND about IS NOT NULL
       WHEN kind = 'connection_refused' THEN store_id IS NOT NULL AND about IS NOT NULL
       WHEN kind = 'changed' THEN store_id IS NULL AND member_id IS NOT NULL AND about IS NOT NULL
       ELSE store_id IS NULL AND member_id IS NULL AND about IS NULL END) NOT VALID;
