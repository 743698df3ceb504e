-- Promises kept and moved: why a date moved, who was told or asked of it, and what they answered.

ALTER TABLE promise
  ADD COLUMN reason text NOT NULL DEFAULT '', -- for shoppers, in the merchant's words; the first promise has none
  ADD COLUMN made_by text NOT NULL DEFAULT ''; -- who moved it, as they name themselves

CREATE INDEX promise_moved ON promise (created_at) WHERE version > 1;

ALTER TABLE store
  -- A window that ends more days than this after the one agreed to is asked for, not told. 30: the law's bound everywhere.
  ADD COLUMN ask_after_days integer NOT NULL DEFAULT 7 CHECK (ask_after_days BETWEEN 0 AND 30),
  ADD COLUMN answer_days integer NOT NULL DEFAULT 14 CHECK (answer_days BETWEEN 3 AND 60),
  -- What no answer means. The law may want more for a delay than the merchant does, never less.
  ADD COLUMN silence_rule text NOT NULL DEFAULT 'cancel' CHECK (silence_rule IN ('cancel', 'wait'));

-- Why a line item was cancelled: what it means for money, and what its mail says.
ALTER TABLE preorder_line
  ADD COLUMN cancel_reason text CHECK (cancel_reason IN ('shopper', 'merchant', 'delay', 'silence', 'payment')),
  ADD CONSTRAINT preorder_line_cancel_reason CHECK (cancel_reason IS NULL OR state = 'cancelled');

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
  CHECK ((kind = 'asked') = (answer_by IS NOT NULL) AND (kind = 'asked') = (silence IS NOT NULL)
    AND (kind = 'asked') = (required_by IS NOT NULL))
);
CREATE INDEX promise_notice_by_promise ON promise_notice (store_id, promise_id, at, id);
CREATE TRIGGER promise_notice_append_only BEFORE UPDATE OR DELETE ON promise_notice
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
CREATE TRIGGER promise_answer_append_only BEFORE UPDATE OR DELETE ON promise_answer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A question that can still be answered is a row here; its end deletes it, the evidence stays.
CREATE TABLE promise_question (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  answer_by timestamptz NOT NULL,
  PRIMARY KEY (store_id, preorder_id, batch_id), -- one at a time for what is awaited of a batch
  FOREIGN KEY (store_id, notice_id) REFERENCES promise_notice
);
CREATE INDEX promise_question_due ON promise_question (answer_by);
