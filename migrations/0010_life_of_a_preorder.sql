-- The life of a pre-order: money taken in parts, cards kept for the balance, links that act.

-- Payment plans. What is not due at placing is due at release.
ALTER TABLE waitlist DROP CONSTRAINT waitlist_payment_plan_check;
ALTER TABLE waitlist
  ADD CONSTRAINT waitlist_payment_plan_check CHECK (payment_plan IN ('pay_now', 'pay_later', 'deposit')),
  ADD COLUMN deposit_kind text CHECK (deposit_kind IN ('amount', 'percent')),
  ADD COLUMN deposit_value bigint, -- minor units a line item, or basis points of its total
  ADD COLUMN deposit_refundable boolean NOT NULL DEFAULT true, -- when the shopper cancels; the merchant's own cancel gives all back
  ADD CONSTRAINT waitlist_deposit_complete
    CHECK ((payment_plan = 'deposit') = (deposit_kind IS NOT NULL) AND (deposit_kind IS NULL) = (deposit_value IS NULL)),
  ADD CONSTRAINT waitlist_deposit_part
    CHECK (deposit_value > 0 AND (deposit_kind <> 'percent' OR deposit_value < 10000));

-- `due_now` is the part of `total` that is taken when the pre-order is placed.
ALTER TABLE checkout
  ADD COLUMN payment_plan text NOT NULL DEFAULT 'pay_now' CHECK (payment_plan IN ('pay_now', 'pay_later', 'deposit')),
  ADD COLUMN discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  ADD COLUMN discount_code text,
  ADD COLUMN due_now bigint CHECK (due_now BETWEEN 0 AND total);
UPDATE checkout SET due_now = total;
ALTER TABLE checkout ALTER COLUMN due_now SET NOT NULL;

ALTER TABLE preorder
  ADD COLUMN payment_plan text NOT NULL DEFAULT 'pay_now' CHECK (payment_plan IN ('pay_now', 'pay_later', 'deposit')),
  ADD COLUMN deposit_refundable boolean NOT NULL DEFAULT true,
  ADD COLUMN discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  ADD COLUMN discount_code text,
  ADD COLUMN due_now bigint CHECK (due_now >= 0);
UPDATE preorder SET due_now = total;
ALTER TABLE preorder ALTER COLUMN due_now SET NOT NULL;

ALTER TABLE preorder_line
  ADD COLUMN discount bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  ADD COLUMN due_now bigint CHECK (due_now BETWEEN 0 AND total),
  -- What a cancelled line does not give back: a deposit, where the merchant's rule keeps it.
  ADD COLUMN kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0 AND (kept = 0 OR state = 'cancelled')),
  -- What the merchant gave back though the line goes on.
  ADD COLUMN given_back bigint NOT NULL DEFAULT 0 CHECK (given_back BETWEEN 0 AND total),
  -- Where a line goes when what it owes is paid.
  ADD COLUMN due_from text CHECK (due_from IN ('placed', 'released'));
UPDATE preorder_line SET due_now = total, due_from = CASE WHEN state = 'payment_due' THEN 'placed' END;
ALTER TABLE preorder_line
  ALTER COLUMN due_now SET NOT NULL,
  ADD CONSTRAINT preorder_line_due_from CHECK ((state = 'payment_due') = (due_from IS NOT NULL));

-- Attempts after the checkout: the balance, another card, the difference of a swap.
ALTER TABLE attempt
  ALTER COLUMN checkout_id DROP NOT NULL,
  ADD COLUMN preorder_id uuid,
  ADD COLUMN purpose text NOT NULL DEFAULT 'checkout' CHECK (purpose IN ('checkout', 'balance', 'card', 'swap')),
  -- What the provider's object is for: taking money, taking it and keeping the card, or keeping the card alone.
  ADD COLUMN intent text NOT NULL DEFAULT 'pay' CHECK (intent IN ('pay', 'pay_and_save', 'save')),
  ADD COLUMN off_session boolean NOT NULL DEFAULT false,
  ADD FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  ADD CONSTRAINT attempt_pays_for_one CHECK ((purpose = 'checkout') = (checkout_id IS NOT NULL)
    AND (purpose = 'checkout') = (preorder_id IS NULL));
CREATE UNIQUE INDEX attempt_of_preorder_live_once ON attempt (store_id, preorder_id)
  WHERE preorder_id IS NOT NULL AND state IN ('created', 'open', 'cancel_sent');
CREATE INDEX attempt_by_preorder ON attempt (store_id, preorder_id) WHERE preorder_id IS NOT NULL;

-- A charge takes what is due without an authorisation before it; the card is kept, the shopper is away.
ALTER TABLE movement DROP CONSTRAINT movement_kind_check;
ALTER TABLE movement ADD CONSTRAINT movement_kind_check CHECK (kind IN ('capture', 'charge', 'refund', 'undo'));
DROP INDEX movement_ends_authorisation_once;
CREATE UNIQUE INDEX movement_ends_authorisation_once ON movement (store_id, attempt_id)
  WHERE kind IN ('capture', 'charge', 'undo') AND state <> 'failed';

-- The card that the shopper chose for this pre-order, as the provider names it; never another one.
CREATE TABLE payment_method (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  provider text NOT NULL,
  customer_ref text NOT NULL,
  method_ref text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  expires_on date, -- the last day on which it is valid
  created_at timestamptz NOT NULL DEFAULT app_now(),
  replaced_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE UNIQUE INDEX payment_method_current_once ON payment_method (store_id, preorder_id) WHERE replaced_at IS NULL;

-- How long a place in the queue is kept after a charge failed.
ALTER TABLE store ADD COLUMN payment_days integer NOT NULL DEFAULT 7 CHECK (payment_days BETWEEN 1 AND 60);

-- Links in mails: each is for one purpose of one pre-order. Its secret is derived from the id, not kept.
CREATE TABLE link (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('cancel', 'manage', 'pay', 'card', 'answer')),
  detail jsonb, -- ids: which line items, which promise
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (id), -- a link names no store
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK (expires_at > created_at)
);
CREATE INDEX link_by_preorder ON link (store_id, preorder_id, created_at);
