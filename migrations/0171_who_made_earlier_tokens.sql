-- migrate: in parts
-- The activity log knows who made the earlier tokens.
UPDATE api_token t SET made_by_kind = known.by_kind, made_by_id = known.by_id, made_by_name = known.by_name
FROM (
  SELECT DISTINCT ON (n.store_id, n.id) n.store_id, n.id, a.by_kind, a.by_id, a.by_name
  FROM api_token n JOIN activity a ON a.store_id = n.store_id AND a.subject = n.id::text AND a.action = 'token.create'
  WHERE n.made_by_kind IS NULL
  ORDER BY n.store_id, n.id, a.id
  LIMIT 5000
) known
WHERE t.store_id = known.store_id AND t.id = known.id;
