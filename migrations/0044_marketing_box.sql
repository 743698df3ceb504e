-- The box in the checkout that asks for consent to marketing. Stores that there are have shown it always, and go on.
ALTER TABLE store
  -- off: no box · ask: a box that nobody ticks but the shopper · collected: it starts ticked where the page says that they consented before
  ADD COLUMN marketing_box text NOT NULL DEFAULT 'ask' CHECK (marketing_box IN ('off', 'ask', 'collected')),
  -- The store's own words by language; a language that is not there has ours.
  ADD COLUMN marketing_texts jsonb NOT NULL DEFAULT '{}';
ALTER TABLE store ALTER COLUMN marketing_box SET DEFAULT 'off';

-- The evidence of what was decided stands with the contact, and goes with it. No text: no box was shown.
ALTER TABLE checkout_contact
  ADD COLUMN marketing_text text,
  ADD COLUMN marketing_decided_at timestamptz,
  -- shopper: they ticked it, or left it · store: it stood ticked, and they left it so
  ADD COLUMN marketing_by text;
ALTER TABLE preorder_contact
  ADD COLUMN marketing_text text,
  ADD COLUMN marketing_decided_at timestamptz,
  ADD COLUMN marketing_by text;
