-- Backups that ended well, so that their age can be watched.
CREATE TABLE backup (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  made_at timestamptz NOT NULL, -- the moment that the backup shows
  bytes bigint NOT NULL,
  encrypted boolean NOT NULL,
  verified_at timestamptz -- when it was restored into a scratch database, and its books were right; null: not tried
);
