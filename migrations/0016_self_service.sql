-- What shoppers change by themselves.

-- One table for the links in mails, whatever they are for.
INSERT INTO link (store_id, id, preorder_id, purpose, detail, created_at, expires_at, used_at)
SELECT k.store_id, k.id, k.preorder_id, 'cancel',
       jsonb_build_object('lineIds', (SELECT coalesce(jsonb_agg(l.line_id), '[]') FROM cancel_link_line l
                                      WHERE l.store_id = k.store_id AND l.link_id = k.id)),
       k.created_at, k.expires_at, k.used_at
FROM cancel_link k;
DROP TABLE cancel_link_line;
DROP TABLE cancel_link;
