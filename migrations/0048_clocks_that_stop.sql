-- Signs of life, by which an outage is known, and how far it put off what a person has to do.

-- When a worker last said that it lives.
CREATE TABLE worker_life (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  alive_at timestamptz NOT NULL
);

-- Mails that were not taken since the last one was; one row, without a time while they go out.
CREATE TABLE mail_life (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  failing_since timestamptz,
  failed_of uuid[] NOT NULL DEFAULT '{}', -- different mails, a few of them
  is_server boolean NOT NULL DEFAULT false, -- it was not there, or took nothing from us
  reason text,
  probe_at timestamptz, -- in an outage: when one of those that wait is tried
  revive_at timestamptz -- after one: when those that wait are tried at once; null: they were
);

-- When the time began that ends with `deadline` or `answer_by`; null: with its row, or its notice. And until when it is known not
-- to be over, because of outages: it is looked at again then.
ALTER TABLE payment_due ADD COLUMN runs_from timestamptz, ADD COLUMN put_off_until timestamptz;
ALTER TABLE promise_question ADD COLUMN runs_from timestamptz, ADD COLUMN put_off_until timestamptz;
