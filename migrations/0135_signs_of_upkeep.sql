-- When old rows were last removed from every table that is pruned, so that this can be watched.
ALTER TABLE worker_life ADD COLUMN pruned_at timestamptz;
