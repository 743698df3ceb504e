-- Databases that were made while 0016 had no such column have it from here.
ALTER TABLE line_swap ADD COLUMN IF NOT EXISTS paid_at timestamptz;
