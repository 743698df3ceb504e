-- Found by these while the tables grow.

-- The newest attempt of a checkout, whatever became of it: without this each payment looks through those of the whole store.
-- The checkout comes first, so that no plan made while the table is young reads all attempts of a store by this index.
CREATE INDEX attempt_by_checkout ON attempt (checkout_id, store_id) WHERE checkout_id IS NOT NULL;
-- Line items that came to a batch by a swap since its date moved.
CREATE INDEX line_swap_by_batch ON line_swap (store_id, to_batch_id, ended_at) WHERE state = 'done';
-- Who keeps a place while a payment is due: a release that waits for them looks several times a second.
CREATE INDEX preorder_line_owing ON preorder_line (store_id, waitlist_id, batch_id, variant_id) WHERE state = 'payment_due';
-- Every card that a pre-order had, for its history and for whoever is forgotten.
CREATE INDEX payment_method_by_preorder ON payment_method (store_id, preorder_id);
