-- Which text an alert has, and what it speaks of, so that each reader gets it in their language. Null of alerts raised before.
ALTER TABLE alert ADD COLUMN message_code text;
ALTER TABLE alert ADD COLUMN message_values jsonb;
