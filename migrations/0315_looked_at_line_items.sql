-- The line items that were sent, and that the service left to a person: it does not look at them again.
ALTER TABLE withdrawal ADD COLUMN left_lines uuid[] NOT NULL DEFAULT '{}';
