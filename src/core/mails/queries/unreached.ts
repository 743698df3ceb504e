/** SQL: the mail `m` did not arrive at the shopper `k` of the pre-order `o`. Nobody can be asked once the contact is erased. */
export const UNREACHED = `(k.preorder_id IS NOT NULL AND (m.dropped_why IN ('suppressed', 'refused') OR EXISTS (
  SELECT 1 FROM mail_suppression b WHERE b.store_id = o.store_id AND b.customer_key = o.customer_key
    AND b.reason IN ('refused', 'bounced'))))`;
