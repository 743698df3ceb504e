-- Two jobs may find the same mail unsent. The one that claims it sends it; the other waits for how that ends.
ALTER TABLE mail ADD COLUMN claimed_until timestamptz;
