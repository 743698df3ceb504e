-- When the provider was last asked for a movement again; null: never since it was begun. What is not due any more is forgotten
-- only when no answer to that can still be on its way.
ALTER TABLE movement ADD COLUMN asked_at timestamptz;
