-- Who made a token or an invitation: what a person has made ends with what they may do. Null of those that nobody noted.
ALTER TABLE api_token
  ADD COLUMN made_by_kind text, -- as in the activity log
  ADD COLUMN made_by_id text,
  ADD COLUMN made_by_name text;
ALTER TABLE staff_invitation ADD COLUMN invited_by_id text;
