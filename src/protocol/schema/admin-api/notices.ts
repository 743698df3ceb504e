import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { amount, id, orNull, text, time, Window } from './shapes.ts';

/** The end of a clock, which outages put off. */
export const AdminClock = Type.Object({
  ends_at: time,
  stands_still: Type.Boolean({ description: 'An outage stops it now.' }),
  stopped_by: Type.Array(
    Type.Object({
      kind: Type.Enum(['account', 'worker', 'mail'], { type: 'string' }),
      began_at: time,
      ended_at: orNull(time, 'Null while it lasts.'),
      reason: orNull(Type.String(), 'Null where none is known.'),
    }),
  ),
});

const Days = Type.Pick(Window, ['version', 'from', 'until']);

/** What a shopper was told or asked when a date moved. */
export const AdminNotice = Type.Object(
  {
    id,
    reference: text('Of the pre-order.'),
    kind: Type.Enum(['told', 'asked'], { type: 'string' }),
    at: time,
    reason: text("The merchant's words."),
    ship_window: Days,
    before: Days,
    agreed: Days,
    days_late: Type.Integer(),
    required_by: orNull(Type.String(), 'The rule that requires the question; null if none does.'),
    answer_by: orNull(time, 'Null if nothing was asked.'),
    silence: orNull(Type.String(), 'What no answer means: `wait` or `cancel`.'),
    open: Type.Boolean({ description: 'The answer is awaited.' }),
    time_to_answer: orNull(AdminClock, 'Null unless the answer is awaited.'),
    answers: Type.Array(
      Type.Object({ answer: Type.String(), given_by: Type.String(), lines: Type.Integer(), at: time }),
    ),
    mail: orNull(
      Type.Object({ message_id: Type.String(), sent_at: orNull(time, 'Null while it waits.') }),
      'Null before it is written.',
    ),
  },
  { $id: 'AdminNotice' },
);
export type AdminNotice = Static<typeof AdminNotice>;

/** A refund that the payment provider refuses. */
export const AdminOwedRefund = Type.Object(
  {
    preorder: text('The reference of the pre-order.'),
    amount: amount(),
    currency: Type.String(),
    since: time,
    tries: Type.Integer(),
    reason: text("The provider's words."),
    next_at: time,
    paid_elsewhere: Type.Boolean({
      description:
        'It was paid before the move here: give it back where it was paid, then record it (`recordGivenBack`).',
    }),
  },
  { $id: 'AdminOwedRefund' },
);
export type AdminOwedRefund = Static<typeof AdminOwedRefund>;
