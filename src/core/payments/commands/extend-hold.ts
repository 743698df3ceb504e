import { HELD_FOR_ANOTHER_TRY_MINUTES, HELD_LONGER_HOURS } from '../../../domain/clock.ts';
import { SWAP_MINUTES } from '../../../domain/swap.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Attempt } from '../queries.ts';

/**
 * Extends the hold of a payment that could not be tried for a reason that is not the shopper's, so that the shopper can try
 * again. Each call extends it, up to an hour beyond its original end.
 */
export async function extendHold(sql: Sql, { storeId, checkoutId, preorderId, id, purpose }: Attempt): Promise<void> {
  if (checkoutId !== null) await sql.query(HOLD, [storeId, checkoutId]);
  else if (purpose === 'swap') await sql.query(SWAP, [storeId, id, preorderId]);
}

const later = (began: string, end: string) => `
  greatest(${end}, least(app_now() + interval '${HELD_FOR_ANOTHER_TRY_MINUTES} minutes',
                         ${began} + interval '${HELD_LONGER_HOURS} hours'))`;

// The original end of a hold is not stored. It is computed from the checkout, which began with its hold.
const HOLD = `
  UPDATE hold h SET expires_at = ${later("c.created_at + s.hold_minutes * interval '1 minute'", 'h.expires_at')}
  FROM checkout c JOIN store s ON s.id = c.store_id
  WHERE h.store_id = $1 AND h.checkout_id = $2 AND c.store_id = h.store_id AND c.id = h.checkout_id
    AND h.expires_at > (SELECT app_now())`;

const SWAP = `
  UPDATE line_swap SET expires_at = ${later(`created_at + interval '${SWAP_MINUTES} minutes'`, 'expires_at')}
  WHERE store_id = $1 AND preorder_id = $3 AND state = 'waiting' AND expires_at > (SELECT app_now())
    AND (SELECT f.id FROM line_swap f WHERE f.store_id = $1 AND f.attempt_id = $2) IN (id, leader_id)`;
