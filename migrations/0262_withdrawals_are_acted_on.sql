-- When the service has cancelled what a declaration names, which it does once nobody can undo the declaration any more.
ALTER TABLE withdrawal ADD COLUMN acted_at timestamptz;
CREATE INDEX withdrawal_to_act_on ON withdrawal (declared_at) WHERE state = 'declared' AND acted_at IS NULL;

ALTER TABLE preorder_line DROP CONSTRAINT preorder_line_cancel_reason_check;
ALTER TABLE preorder_line ADD CONSTRAINT preorder_line_cancel_reason_check
  CHECK (cancel_reason IN ('shopper', 'merchant', 'delay', 'silence', 'payment', 'withdrawal')) NOT VALID;
