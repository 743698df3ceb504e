-- Mails of every kind: what each speaks of, how it ended, and addresses that mail servers refused for good.

ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
UPDATE mail SET kind = substr(kind, length('preorder_') + 1);
ALTER TABLE mail
  ADD CONSTRAINT mail_kind_check CHECK (kind IN (
    'placed', 'payment_needed', 'charged', 'date_moved', 'date_asked', 'released', 'sent', 'returned', 'cancelled',
    'refunded', 'cancel_link', 'manage_link', 'swapped', 'address_changed', 'message')),
  ADD COLUMN detail jsonb, -- ids of what it speaks of: line items, a movement, a link, never what names anybody
  ADD COLUMN failure text, -- why the last try failed: codes, never a server's own words
  ADD COLUMN dropped_at timestamptz,
  -- Why it is never sent: nothing was left to tell, its address is suppressed, the server refused it for good.
  ADD COLUMN dropped_why text CHECK (dropped_why IN ('over', 'suppressed', 'refused')),
  ADD CONSTRAINT mail_ends_once CHECK ((dropped_at IS NULL) = (dropped_why IS NULL)
    AND (sent_at IS NULL OR dropped_at IS NULL));

-- What was written before told its line items by number, and its link by the key that made it once.
UPDATE mail m SET detail = jsonb_build_object('lineIds', (
  SELECT coalesce(jsonb_agg(l.id ORDER BY l.position), '[]') FROM preorder_line l
  WHERE l.store_id = m.store_id AND l.preorder_id = m.preorder_id
    AND (l.position + 1)::text = ANY (string_to_array(m.dedupe, ','))))
WHERE m.kind = 'cancelled';
UPDATE mail SET detail = jsonb_build_object('linkId', dedupe) WHERE kind = 'cancel_link';

CREATE INDEX mail_by_time ON mail (store_id, created_at DESC, id);

-- Who a store writes to no more. The key is the customer's, so that forgetting somebody finds it; the address is nowhere.
CREATE TABLE mail_suppression (
  store_id uuid NOT NULL REFERENCES store,
  customer_key text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('refused', 'bounced', 'complained')),
  codes text NOT NULL DEFAULT '', -- what the server answered, without its words
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, customer_key)
);
