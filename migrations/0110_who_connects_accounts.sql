-- migrate: in parts
-- Connecting the payment account has a scope of its own. A token that could connect one still can: the merchant made it for that.
UPDATE api_token SET scopes = array_append(scopes, 'payments:connect')
WHERE (store_id, id) IN (
  SELECT store_id, id FROM api_token
  WHERE scopes @> '{payments:write}' AND NOT scopes @> '{payments:connect}' AND revoked_at IS NULL
  LIMIT 5000
);
