-- Where the law of the delivery's country allows it, the shopper agrees to the terms by pressing the button, and reads a sentence that
-- says so in place of a text with a box. Decided when the units are held, so that what is shown and what is stored are the same text.
ALTER TABLE checkout ADD COLUMN terms_by_button boolean NOT NULL DEFAULT false;
