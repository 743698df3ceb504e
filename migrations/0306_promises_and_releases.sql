-- What shoppers are told of dates, releases of what arrived, and the orders that the store's system is given.

-- Evidence: one row for every pre-order that a moved date concerned. What it was told of is in the promises it names.
CREATE TABLE promise_notice (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  promise_id uuid NOT NULL, -- the new window
  known_id uuid NOT NULL, -- the window they knew until then
  agreed_id uuid NOT NULL, -- the one they last agreed to: bought under, or chose to wait for
  kind text NOT NULL CHECK (kind IN ('told', 'asked')),
  days_late integer NOT NULL, -- from the end of the window agreed to; negative: earlier
  required_by text CHECK (required_by IN ('merchant', 'law')), -- why they were asked
  answer_by timestamptz,
  silence text CHECK (silence IN ('cancel', 'wait')), -- what no answer means, as they were told
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, promise_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  FOREIGN KEY (store_id, promise_id) REFERENCES promise,
  FOREIGN KEY (store_id, known_id) REFERENCES promise,
  FOREIGN KEY (store_id, agreed_id) REFERENCES promise,
  CHECK ((kind = 'asked') = (answer_by IS NOT NULL) AND (kind = 'asked') = (silence IS NOT NULL) AND (kind = 'asked') =
    (required_by IS NOT NULL))
);
CREATE INDEX promise_notice_by_promise ON promise_notice (store_id, promise_id, at, id);

-- What became of a question, in order. A choice to wait may be followed by one to cancel, nothing by anything else.
CREATE TABLE promise_answer (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  notice_id uuid NOT NULL,
  -- wait, cancel: somebody chose · silence_…: nobody did · superseded: the date moved again · over: nothing was left waiting
  answer text NOT NULL CHECK (answer IN ('wait', 'cancel', 'silence_wait', 'silence_cancel', 'superseded', 'over')),
  given_by text NOT NULL CHECK (given_by IN ('link', 'status_page', 'merchant', 'clock')),
  lines integer NOT NULL CHECK (lines >= 0), -- line items that were cancelled by it, or go on waiting
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, notice_id, answer),
  FOREIGN KEY (store_id, notice_id) REFERENCES promise_notice
);

-- A question that can still be answered is a row here; its end deletes it, the evidence stays.
CREATE TABLE promise_question (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  answer_by timestamptz NOT NULL,
  runs_from timestamptz,
  put_off_until timestamptz,
  -- When the shopper was reminded of a question, or it was seen that there is nothing to remind of. Null: not yet.
  reminded_at timestamptz,
  PRIMARY KEY (store_id, preorder_id, batch_id),
  FOREIGN KEY (store_id, notice_id) REFERENCES promise_notice
);
CREATE INDEX promise_question_due ON promise_question (answer_by);
CREATE INDEX promise_question_runs_out ON promise_question (greatest(answer_by, put_off_until));
CREATE INDEX promise_question_to_remind ON promise_question (greatest(answer_by, put_off_until)) WHERE reminded_at IS NULL;

-- One handing-out of what has arrived of a batch, the oldest line item first.
CREATE TABLE release (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  batch_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  -- Until when a release that waits for nothing but payments that are owed is not looked at: those take days.
  rests_until timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE INDEX release_running ON release (created_at) WHERE state = 'running';
CREATE INDEX release_by_batch ON release (store_id, batch_id, created_at);

-- What it may hand out, and what of that is with line items.
CREATE TABLE release_unit (
  store_id uuid NOT NULL,
  release_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  units integer NOT NULL CHECK (units > 0),
  released integer NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, release_id, variant_id),
  FOREIGN KEY (store_id, release_id) REFERENCES release,
  CHECK (released >= 0 AND released <= units)
);

-- A line item is released once.
CREATE TABLE release_line (
  store_id uuid NOT NULL,
  line_id uuid NOT NULL,
  release_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  released_at timestamptz NOT NULL DEFAULT app_now(),
  settled boolean NOT NULL DEFAULT false, -- its money came to an end, good or bad: the release may go on
  given_back_at timestamptz, -- it was cancelled, and its unit is for the next in line
  PRIMARY KEY (store_id, line_id),
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, release_id, variant_id) REFERENCES release_unit
);
CREATE INDEX release_line_by_release ON release_line (store_id, release_id);
CREATE INDEX release_line_unsettled ON release_line (store_id, release_id) WHERE NOT settled;

-- What the store's own system is given to fulfil: line items of one pre-order that are released and paid.
CREATE TABLE store_order (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0), -- of its pre-order: the rest of it may follow later
  state text NOT NULL CHECK (state IN ('waiting', 'handed_over', 'refused')),
  handed_hash text, -- of what the store's system was last given: what differs from it is handed over again
  external_ref text, -- what the store's system calls it
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  failure text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  handed_at timestamptz,
  early boolean NOT NULL DEFAULT false, -- made before all of its line items were released
  paid_at timestamptz, -- null: not paid in full yet
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, number),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CONSTRAINT store_order_handed CHECK (state <> 'handed_over' OR external_ref IS NOT NULL AND handed_at IS NOT NULL)
);
CREATE INDEX store_order_by_age ON store_order (store_id, created_at DESC, id);
-- Orders that the store's system refused.
CREATE INDEX store_order_refused ON store_order (store_id) WHERE state = 'refused';
-- Orders wait as long as the store's system does not answer: few, and counted when a connection ends.
CREATE INDEX store_order_waiting ON store_order (store_id) WHERE state = 'waiting';

CREATE TABLE store_order_line (
  store_id uuid NOT NULL,
  line_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- What was ordered of a line item that may still be swapped; null where it no longer could.
  variant_id uuid,
  total bigint,
  PRIMARY KEY (store_id, line_id),
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, order_id) REFERENCES store_order
);
CREATE INDEX store_order_line_by_order ON store_order_line (store_id, order_id);

-- A line item that was swapped after it was ordered: its order lost it, and another one has it as it is now.
CREATE TABLE store_order_gone (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  paid bigint NOT NULL CHECK (paid >= 0), -- what the platform counts as paid for it, and the other order takes along
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES store_order,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX store_order_gone_by_order ON store_order_gone (store_id, order_id);
CREATE INDEX store_order_gone_by_line ON store_order_gone (store_id, line_id);

CREATE TRIGGER promise_notice_append_only BEFORE UPDATE OR DELETE ON promise_notice
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER promise_answer_append_only BEFORE UPDATE OR DELETE ON promise_answer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
