-- A mail that says where to send back what somebody withdrew from.
ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check CHECK (kind IN (
  'placed', 'payment_needed', 'charged', 'date_moved', 'date_asked', 'released', 'sent', 'tracking_changed', 'return_opened', 'returned',
  'cancelled', 'refunded', 'cancel_link', 'manage_link', 'swapped', 'address_changed', 'contact_changed', 'contact_left',
  'message', 'written')) NOT VALID;
