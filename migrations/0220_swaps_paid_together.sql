-- Swaps of equal line items that one payment pays: the first of them has the attempt, and each further one names it here. They are
-- done together or not at all. Code of before sees each as a swap of its own.
ALTER TABLE line_swap ADD COLUMN leader_id uuid;
