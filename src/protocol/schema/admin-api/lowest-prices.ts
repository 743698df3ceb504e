import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation } from './operation.ts';
import { amount, orNull, text } from './shapes.ts';
import { NO_WAITLIST, WaitlistId } from './waitlists.ts';

export const AdminLowestPrices = Type.Object(
  {
    shown: Type.Boolean({ description: 'Shoppers read the lowest price beside a struck one.' }),
    currency: Type.String(),
    variants: Type.Array(
      Type.Object({
        id: text("The variant's id in the connected store."),
        price: amount(),
        compare_at_price: orNull(amount(), 'The struck price.'),
        lowest_price: amount(
          'The lowest of the 30 days before the present price began; the present price where none before it is known.',
        ),
        lowest_price_until_now: orNull(
          amount(),
          'The lowest of the 30 days until now, which counts for a price that would begin now. Null: none is known.',
        ),
      }),
    ),
  },
  { $id: 'AdminLowestPrices' },
);
export type AdminLowestPrices = Static<typeof AdminLowestPrices>;

export const getLowestPrices = {
  id: 'getLowestPrices',
  route: 'GET /waitlists/:waitlist_id/lowest-prices',
  scope: 'waitlists:read',
  summary: 'The lowest price of 30 days of each variant, on which a struck price must be based in the EU',
  params: WaitlistId,
  answer: AdminLowestPrices,
  answered: 'The lowest prices.',
  refusals: NO_WAITLIST,
} satisfies Operation;
