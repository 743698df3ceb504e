-- Whether shoppers agree to the terms by a tick in every country, or by pressing the button where a law allows it.
ALTER TABLE store ADD COLUMN terms_box text NOT NULL DEFAULT 'law' CHECK (terms_box IN ('law', 'always'));
