-- That a merchant changed the e-mail address of a pre-order. The earlier address is kept until the mail to it is sent.
CREATE TABLE contact_change (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  old_email text, -- null: the mail is sent, or the shopper was erased
  by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX contact_change_by_preorder ON contact_change (store_id, preorder_id, created_at);

-- Mails about that, and with what the store wrote. All rows there are have one of the kinds before them.
ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check CHECK (kind IN (
  'placed', 'payment_needed', 'charged', 'date_moved', 'date_asked', 'released', 'sent', 'tracking_changed', 'returned',
  'cancelled', 'refunded', 'cancel_link', 'manage_link', 'swapped', 'address_changed', 'contact_changed', 'contact_left',
  'message', 'written')) NOT VALID;
