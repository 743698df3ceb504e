-- migrate: outside a transaction
-- Every line item has one of the reasons already, so only the database has to look.
ALTER TABLE preorder_line VALIDATE CONSTRAINT preorder_line_cancel_reason_check;
