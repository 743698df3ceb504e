-- What a platform does not show, although it takes the credentials.

ALTER TABLE connection ADD COLUMN limits text[] NOT NULL DEFAULT '{}';
