-- migrate: outside a transaction
-- The joined files have these constraints as valid ones. A database of before them checks its rows here, once.
ALTER TABLE payment_account VALIDATE CONSTRAINT payment_account_paused;
ALTER TABLE payment_account VALIDATE CONSTRAINT payment_account_pace;
ALTER TABLE movement VALIDATE CONSTRAINT movement_kind_check;
ALTER TABLE staff_mail VALIDATE CONSTRAINT staff_mail_kind_check;
ALTER TABLE staff_mail VALIDATE CONSTRAINT staff_mail_about;
ALTER TABLE preorder VALIDATE CONSTRAINT preorder_agreed_to;
ALTER TABLE preorder VALIDATE CONSTRAINT preorder_consent_text;
