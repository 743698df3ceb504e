-- migrate: outside a transaction
-- One return of a withdrawal waits for its proof of sending. What is sent to the customer after that proof comes back by another one.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS goods_return_unsent ON goods_return (store_id, withdrawal_id)
  WHERE ended_at IS NULL AND proof_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS goods_return_open;
