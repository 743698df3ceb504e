import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { amount, id, orNull, text, time } from './shapes.ts';

const said = (description: string) => orNull(Type.String(), `${description} Null without \`preorders:personal\`.`);

export const AdminReturn = Type.Object(
  {
    id,
    state: Type.Enum(['open', 'sent', 'received', 'refunded', 'closed'], {
      type: 'string',
      description:
        '`open`: the customer has to send it; `sent`: there is a proof of sending; `received`: the goods are back, and the money went back; `refunded`: the money went back for the proof of sending; `closed`: you ended the withdrawal another way.',
    }),
    opened_at: time,
    send_by: {
      ...text('The last day on which the customer has to send it, in the time zone of the store.'),
      format: 'date',
    },
    address: text('Where to, as the store had it.'),
    carrier: said('How the parcel is followed; may be empty.'),
    tracking: said('Its number; may be empty.'),
    link: said('The page that follows it; may be empty.'),
    refund_at: orNull(
      time,
      'When everything goes back by itself, if the goods are not there before: 14 days after the declaration, and not before a proof of sending. Null without a proof, and once it has ended.',
    ),
    ended_at: orNull(time, 'Null while it goes on.'),
    given_back: amount('What went back at its end, in `currency`.'),
    reason: said('Why it was less than everything; may be empty.'),
    currency: Type.String(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'The number of the line item in its pre-order.' }),
        given_back: amount(),
      }),
    ),
  },
  { $id: 'AdminReturn' },
);
export type AdminReturn = Static<typeof AdminReturn>;
