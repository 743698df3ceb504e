/**
 * SQL: the newest mail `m` that asks the question of the notice `n`. A question is asked again when its shopper has another address; a
 * reminder asks nothing new.
 */
export const ASKING_MAIL = `
  (SELECT m.* FROM mail m WHERE m.store_id = n.store_id AND m.preorder_id = n.preorder_id AND m.kind = 'date_asked'
     AND (m.dedupe = n.id::text OR starts_with(m.dedupe, n.id::text || ' contact '))
   ORDER BY m.created_at DESC, m.id LIMIT 1)`;

/** SQL: without consent the pre-order is cancelled by law, whether its shopper was reached or not (16 CFR 435.2). */
export const LAW_CANCELS = `(n.silence = 'cancel' AND k.address->>'country' = 'US')`;
