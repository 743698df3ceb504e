-- migrate: outside a transaction
-- Each is booked once, whoever tells of it and how often.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS movement_by_hand_once ON movement (store_id, attempt_id, by_hand_ref)
  WHERE by_hand_ref IS NOT NULL AND state <> 'failed';
