-- migrate: outside a transaction
-- Reports read a period of time. Units and money are written by every sale, and stand in the order of their time: a BRIN index
-- costs a sale nothing and finds the pages of a period. Releases and cancellations are rare beside sales.
CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_ledger_by_time ON stock_ledger USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entry_by_time ON ledger_entry USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_line_by_release_time ON preorder_line (store_id, released_at) WHERE released_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_line_by_cancel_time ON preorder_line (store_id, cancelled_at) WHERE cancelled_at IS NOT NULL;
