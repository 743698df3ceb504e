-- A line item may be cancelled because somebody withdrew from the contract.
ALTER TABLE preorder_line DROP CONSTRAINT preorder_line_cancel_reason_check;
ALTER TABLE preorder_line ADD CONSTRAINT preorder_line_cancel_reason_check
  CHECK (cancel_reason IN ('shopper', 'merchant', 'delay', 'silence', 'payment', 'withdrawal')) NOT VALID;
