-- migrate: outside a transaction
ALTER TABLE mail VALIDATE CONSTRAINT mail_kind_check;
