-- Attempts, movements of money, the ledger, accounts at providers, disputes.

CREATE TABLE payment_account (
  store_id uuid PRIMARY KEY REFERENCES store,
  provider text NOT NULL CHECK (provider = 'stripe'),
  hook_id uuid NOT NULL UNIQUE, -- names the account in the address of its webhooks
  publishable_key text NOT NULL,
  sealed bytea NOT NULL, -- JSON: secretKey, webhookSecret
  address text, -- where the provider answers; null: at its own address
  connected_at timestamptz NOT NULL DEFAULT app_now(),
  -- No new payments: the keys stay as long as payments made through it are not over.
  closed_at timestamptz,
  -- The provider refuses our key: new checkouts answer 503, what is due waits.
  broken_at timestamptz,
  broken_reason text,
  reconcile_started_at timestamptz,
  reconciled_until timestamptz,
  refused_of text[] NOT NULL DEFAULT '{}',
  refused_since timestamptz,
  refused_reason text,
  paused_at timestamptz,
  probe_at timestamptz,
  probes integer NOT NULL DEFAULT 0,
  -- Null: what suits the provider's own limit.
  calls_per_second integer,
  -- The payments in which the provider's books and ours differed the last time. They are compared every night until they agree.
  differing_refs text[] NOT NULL DEFAULT '{}',
  CHECK ((broken_at IS NULL) = (broken_reason IS NULL)),
  CONSTRAINT payment_account_paused CHECK (paused_at IS NULL OR probe_at IS NOT NULL AND refused_since IS NOT NULL),
  CONSTRAINT payment_account_pace CHECK (calls_per_second > 0)
);
-- Whose books are compared with the provider's next, as the round asks for it.
CREATE INDEX payment_account_to_compare ON payment_account ((coalesce(reconcile_started_at, connected_at)), store_id);

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
  -- A card that will not be charged any more is forgotten at the provider, too.
  forgotten_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE UNIQUE INDEX payment_method_current_once ON payment_method (store_id, preorder_id) WHERE replaced_at IS NULL;
CREATE INDEX payment_method_kept ON payment_method (created_at) WHERE forgotten_at IS NULL;
-- Every card that a pre-order had, for its history and for whoever is forgotten.
CREATE INDEX payment_method_by_preorder ON payment_method (store_id, preorder_id);
-- Cards that the provider has to forget: another took their place, or their owner was erased.
CREATE INDEX payment_method_replaced ON payment_method (created_at) WHERE forgotten_at IS NULL AND replaced_at IS NOT NULL;

-- An attempt is committed before the provider is called.
CREATE TABLE attempt (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  checkout_id uuid,
  provider text NOT NULL,
  provider_ref text,
  state text NOT NULL CHECK (state IN ('created', 'open', 'cancel_sent', 'placed', 'surplus', 'cancelled', 'abandoned')),
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Attempts after the checkout: the balance, another card, the difference of a swap.
  preorder_id uuid,
  purpose text NOT NULL DEFAULT 'checkout' CHECK (purpose IN ('checkout', 'balance', 'card', 'swap')),
  intent text NOT NULL DEFAULT 'pay' CHECK (intent IN ('pay', 'pay_and_save', 'save')),
  off_session boolean NOT NULL DEFAULT false,
  -- The card that an attempt charges: asked again, it is the same one, whatever was chosen since.
  payment_method_id uuid,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  FOREIGN KEY (store_id, payment_method_id) REFERENCES payment_method,
  CONSTRAINT attempt_pays_for_one CHECK ((purpose = 'checkout') = (checkout_id IS NOT NULL) AND (purpose = 'checkout') =
    (preorder_id IS NULL)),
  CONSTRAINT attempt_charges_a_card CHECK (off_session = (payment_method_id IS NOT NULL))
);
CREATE UNIQUE INDEX attempt_live_once ON attempt (store_id, checkout_id) WHERE state IN ('created', 'open', 'cancel_sent');
CREATE UNIQUE INDEX attempt_by_provider_ref ON attempt (provider, provider_ref);
CREATE INDEX attempt_silent ON attempt (updated_at) WHERE state IN ('created', 'open', 'cancel_sent', 'surplus');
CREATE UNIQUE INDEX attempt_of_preorder_live_once ON attempt (store_id, preorder_id)
  WHERE preorder_id IS NOT NULL AND state IN ('created', 'open', 'cancel_sent');
CREATE INDEX attempt_by_preorder ON attempt (store_id, preorder_id) WHERE preorder_id IS NOT NULL;
-- The newest attempt of a checkout, whatever became of it: without this each payment looks through those of the whole store.
-- The checkout comes first, so that no plan made while the table is young reads all attempts of a store by this index.
CREATE INDEX attempt_by_checkout ON attempt (checkout_id, store_id) WHERE checkout_id IS NOT NULL;
-- Which provider took a store's payments: whether new keys are of the same account is seen by one of them.
CREATE INDEX attempt_by_provider ON attempt (store_id, provider, created_at) WHERE provider_ref IS NOT NULL;

-- What an attempt of a pre-order pays, as the shopper saw it: its authorisation is captured for no more than this.
CREATE TABLE attempt_line (
  store_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  line_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (store_id, attempt_id, line_id),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);

-- One call that moves money, and the lines it covers.
CREATE TABLE movement (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  preorder_id uuid, -- null: the undoing of a surplus, which never became a pre-order
  kind text NOT NULL CHECK (kind IN ('capture', 'charge', 'refund', 'undo', 'chargeback', 'reinstatement')),
  state text NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  failure text,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- What was done to a payment by another hand than ours, such as the merchant's in the provider's dashboard: what the provider
  -- calls it, the payment for a capture, the refund for a refund. Null: ours.
  by_hand_ref text,
  -- When the provider was last asked for a movement again; null: never since it was begun. What is not due any more is forgotten
  -- only when no answer to that can still be on its way.
  asked_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX movement_open ON movement (created_at) WHERE state = 'open';
CREATE INDEX movement_by_preorder ON movement (store_id, preorder_id);
-- An authorisation is captured or undone once, whatever else goes wrong.
CREATE UNIQUE INDEX movement_ends_authorisation_once ON movement (store_id, attempt_id)
  WHERE kind IN ('capture', 'charge', 'undo') AND state <> 'failed';
-- Whether an authorisation still waits for its capture.
CREATE INDEX movement_by_attempt ON movement (store_id, attempt_id);
-- Whose money was moved since the books were last compared with the provider's.
CREATE INDEX movement_by_end ON movement (store_id, ended_at, id) WHERE ended_at IS NOT NULL;
-- Each is booked once, whoever tells of it and how often.
CREATE UNIQUE INDEX movement_by_hand_once ON movement (store_id, attempt_id, by_hand_ref)
  WHERE by_hand_ref IS NOT NULL AND state <> 'failed';

CREATE TABLE movement_line (
  store_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  line_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (store_id, movement_id, line_id),
  FOREIGN KEY (store_id, movement_id) REFERENCES movement,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE UNIQUE INDEX movement_line_open_once ON movement_line (store_id, line_id) WHERE open;

-- Double entry, immutable, per line item. A positive amount debits the account.
CREATE TABLE ledger_entry (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  movement_id uuid NOT NULL,
  line_id uuid NOT NULL,
  account text NOT NULL CHECK (account IN ('provider', 'shopper')),
  amount bigint NOT NULL,
  currency text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, movement_id, line_id, account),
  FOREIGN KEY (store_id, movement_id) REFERENCES movement,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX ledger_entry_by_line ON ledger_entry (store_id, line_id);
CREATE INDEX ledger_entry_by_time ON ledger_entry USING brin (at) WITH (pages_per_range = 32, autosummarize = on);

CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entry e WHERE e.store_id = NEW.store_id AND e.movement_id = NEW.movement_id) <> 0 THEN
    RAISE EXCEPTION 'the entries of movement % do not balance', NEW.movement_id;
  END IF;
  RETURN NULL;
END $$;

-- What a provider told us, stored before anything is done about it; settle runs from the outbox.
CREATE TABLE provider_event (
  store_id uuid NOT NULL REFERENCES store,
  provider text NOT NULL,
  event_id text NOT NULL,
  attempt_id uuid,
  received_at timestamptz NOT NULL DEFAULT app_now(),
  -- Events that concern no attempt are stored too: a dispute, say.
  type text,
  object_ref text,
  PRIMARY KEY (store_id, provider, event_id)
);
CREATE INDEX provider_event_by_age ON provider_event (received_at);

-- What a checkout that is a page of its own tells the isolated page that led to it, until that asks. Nothing in it names anybody:
-- a pre-order's contact is read from the checkout, for as long as it is there.
CREATE TABLE relayed_event (
  store_id uuid NOT NULL REFERENCES store,
  relay text NOT NULL, -- the hash of what lets read it
  at bigint NOT NULL, -- milliseconds by the shopper's own clock: tells events apart, and says which came first
  name text NOT NULL CHECK (name IN ('PreorderCheckoutStep', 'PreorderCheckoutSubmitted', 'PreorderFailed', 'PreorderCreated')),
  payload jsonb, -- null where it is made of the checkout
  checkout_id uuid,
  release_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, relay, at),
  CHECK ((name = 'PreorderCreated') = (payload IS NULL)),
  CONSTRAINT relayed_event_check1 CHECK ((name = 'PreorderCreated') = (checkout_id IS NOT NULL))
);
CREATE INDEX relayed_event_by_age ON relayed_event (created_at);

-- When the next call may be made, by what is called. Nothing is lost with it, so it is not written to the log.
CREATE UNLOGGED TABLE call_turn (
  of text PRIMARY KEY,
  next_at timestamptz NOT NULL
);

-- Times in which our side did not work. Without a store: the whole installation.
CREATE TABLE outage (
  store_id uuid REFERENCES store,
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  -- account: it cannot take payments · worker: none ran · mail: no mail went out
  kind text NOT NULL CHECK (kind IN ('account', 'worker', 'mail')),
  began_at timestamptz NOT NULL,
  ended_at timestamptz, -- null: it lasts
  reason text NOT NULL,
  CHECK (ended_at >= began_at),
  CONSTRAINT outage_check1 CHECK (kind <> 'account' OR store_id IS NOT NULL)
);
CREATE UNIQUE INDEX outage_lasts_once ON outage (store_id, kind) NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX outage_by_store ON outage (store_id, began_at);

-- Pre-orders whose money waits for the account. What is due follows from their state once it works.
CREATE TABLE money_waiting (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX money_waiting_due ON money_waiting (next_at);

CREATE TABLE refund_owed (
  store_id uuid NOT NULL,
  attempt_id uuid NOT NULL, -- whose payment it goes back by
  preorder_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT app_now(),
  tries integer NOT NULL DEFAULT 1 CHECK (tries > 0), -- that were refused
  reason text NOT NULL, -- of the last one, in the provider's words
  next_at timestamptz NOT NULL,
  -- A round has given it to a job. Should that be lost, the next round gives it out again at `next_at`.
  asked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (store_id, attempt_id),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX refund_owed_due ON refund_owed (next_at);
CREATE INDEX refund_owed_by_preorder ON refund_owed (store_id, preorder_id);

-- A shopper told their bank that they did not want a payment.
CREATE TABLE dispute (
  store_id uuid NOT NULL REFERENCES store,
  provider text NOT NULL,
  ref text NOT NULL,
  attempt_id uuid,
  preorder_id uuid,
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('warning', 'needs_response', 'under_review', 'won', 'lost', 'closed')),
  evidence_due_at timestamptz,
  opened_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  goes_on_at timestamptz,
  movement_id uuid,
  PRIMARY KEY (store_id, provider, ref),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX dispute_by_preorder ON dispute (store_id, preorder_id) WHERE preorder_id IS NOT NULL;

-- Pre-orders that are neither released nor charged, because a payment of theirs is disputed or a withdrawal from them is declared. It
-- follows from `dispute` and `withdrawal`, and is kept beside them for what asks thousands of times over.
CREATE TABLE dispute_wait (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  -- open: the bank decides · lost: it has, and a person decides what becomes of the pre-order · withdrawal: it is declared
  reason text NOT NULL CHECK (reason IN ('open', 'lost', 'withdrawal')),
  since timestamptz NOT NULL,
  look_at timestamptz, -- when the provider is asked again, should its message be lost; null: there is nothing to ask
  -- A withdrawal from it is declared. It holds beside a dispute, too, which is then the reason.
  withdrawn boolean NOT NULL DEFAULT false,
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX dispute_wait_look ON dispute_wait (look_at);

-- A line item that became another variant, or is to become it once the difference is paid; its unit is held until then.
CREATE TABLE line_swap (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  line_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'done', 'dropped')),
  waitlist_id uuid NOT NULL,
  from_variant_id uuid NOT NULL,
  from_batch_id uuid NOT NULL,
  to_variant_id uuid NOT NULL,
  to_batch_id uuid NOT NULL,
  to_promise_id uuid NOT NULL,
  from_title text NOT NULL, -- as it was sold, whatever the catalogue calls it later
  to_title text NOT NULL,
  from_price bigint NOT NULL CHECK (from_price >= 0),
  to_price bigint NOT NULL CHECK (to_price >= 0), -- as it was shown
  due_now bigint NOT NULL, -- the difference: taken before, given back where negative
  due_later bigint NOT NULL, -- and what is more, or less, due at the release
  attempt_id uuid, -- what pays it
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz, -- until when a unit waits for the payment
  paid_at timestamptz, -- the difference is authorised, and a job is to do the rest
  ended_at timestamptz,
  -- Swaps of equal line items that one payment pays: the first of them has the attempt, and each further one names it here. They are
  -- done together or not at all.
  leader_id uuid,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, waitlist_id, to_batch_id, to_variant_id) REFERENCES unit,
  FOREIGN KEY (store_id, to_promise_id) REFERENCES promise,
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CONSTRAINT line_swap_check1 CHECK (state <> 'waiting' OR due_now > 0 AND expires_at IS NOT NULL)
);
CREATE UNIQUE INDEX line_swap_waiting_once ON line_swap (store_id, line_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX line_swap_by_attempt ON line_swap (store_id, attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX line_swap_by_preorder ON line_swap (store_id, preorder_id, created_at);
CREATE INDEX line_swap_due ON line_swap (expires_at) WHERE state = 'waiting';
-- Line items that came to a batch by a swap since its date moved.
CREATE INDEX line_swap_by_batch ON line_swap (store_id, to_batch_id, ended_at) WHERE state = 'done';

CREATE SCHEMA test_provider;
CREATE TABLE test_provider.payment (
  ref text PRIMARY KEY,
  store_id uuid NOT NULL,
  idempotency_key text NOT NULL UNIQUE,
  attempt_id text NOT NULL,
  client_secret text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'processing', 'authorised', 'captured',
    'saved', 'cancelled')),
  behaviour text NOT NULL DEFAULT 'none',
  authorises_at timestamptz, -- a late answer: processing until then
  captured bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  decline_code text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  intent text NOT NULL DEFAULT 'pay' CHECK (intent IN ('pay', 'pay_and_save', 'save')),
  card text, -- the test card that is being confirmed
  method_ref text, -- the kept card
  charge text, -- the movement of a charge, which is captured at once
  -- When the card of a test store expires, as it was typed: a kept card is shown with it. Null: in three years.
  card_expires_on date,
  CHECK (refunded <= captured)
);

CREATE TABLE test_provider.operation (
  idempotency_key text PRIMARY KEY,
  ref text NOT NULL REFERENCES test_provider.payment,
  kind text NOT NULL,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now()
);

CREATE TABLE test_provider.method (
  ref text PRIMARY KEY,
  store_id uuid NOT NULL,
  customer_ref text NOT NULL,
  card text NOT NULL,
  expires_on date NOT NULL,
  forgotten_at timestamptz
);

ALTER TABLE preorder ADD CONSTRAINT preorder_store_id_attempt_id_fkey FOREIGN KEY (store_id, attempt_id) REFERENCES attempt;

CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();
