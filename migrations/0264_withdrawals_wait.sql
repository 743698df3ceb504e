-- A pre-order waits while a withdrawal from it is declared: nothing of it is released, charged or sent.
-- withdrawn: it holds beside a dispute, too, which is then the reason.
ALTER TABLE dispute_wait ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
ALTER TABLE dispute_wait DROP CONSTRAINT dispute_wait_reason_check;
ALTER TABLE dispute_wait ADD CONSTRAINT dispute_wait_reason_check CHECK (reason IN ('open', 'lost', 'withdrawal')) NOT VALID;

-- proven: it was declared by a link that only the customer of the pre-order gets, or by a session that such a link opened.
ALTER TABLE withdrawal ADD COLUMN proven boolean NOT NULL DEFAULT false;
-- When its pre-order was looked for; null before. The declaration is stored first, whatever becomes of that. An older version, which
-- does not know the column, looks while it stores it.
ALTER TABLE withdrawal ADD COLUMN looked_at timestamptz DEFAULT now();

-- Which line items a declaration names, where the page knew them. None: all of them, or those that the words name.
CREATE TABLE withdrawal_line (
  store_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  line_id uuid NOT NULL,
  PRIMARY KEY (store_id, withdrawal_id, line_id),
  FOREIGN KEY (store_id, withdrawal_id) REFERENCES withdrawal,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE TRIGGER withdrawal_line_is_kept BEFORE UPDATE OR DELETE ON withdrawal_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION keep_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name NOT IN (OLD.name, '') OR NEW.email NOT IN (OLD.email, '') OR NEW.items NOT IN (OLD.items, '')
     OR NEW.reference NOT IN (OLD.reference, '') OR NEW.postal_code NOT IN (OLD.postal_code, '') OR NEW.locale <> OLD.locale
     OR NEW.proven <> OLD.proven
     OR (NEW.declared_at <> OLD.declared_at AND NOT EXISTS (
       SELECT 1 FROM store WHERE mode = 'test' AND id = nullif(current_setting('app.ages_store', true), '')::uuid)) THEN
    RAISE EXCEPTION 'what was declared never changes';
  END IF;
  RETURN NEW;
END $$;

-- How long the customer can undo a declaration that was not proven, before the service acts on it.
ALTER TABLE store ADD COLUMN withdrawal_undo_hours integer NOT NULL DEFAULT 24;
ALTER TABLE store ADD CONSTRAINT store_withdrawal_undo_hours CHECK (withdrawal_undo_hours BETWEEN 1 AND 168) NOT VALID;
