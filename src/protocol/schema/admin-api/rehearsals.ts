import Type, { type Static } from 'typebox';
import { orNull, text, time } from './shapes.ts';

const count = (description: string) => Type.Integer({ description });

export const AdminTestClock = Type.Object(
  {
    movable: Type.Boolean({ description: 'True in a test store.' }),
    advanced_seconds: count('By how much its clock was moved so far.'),
    moved_at: orNull(time, 'The last time that it was moved. Null: never.'),
    next: Type.Array(
      Type.Object({
        what: text(
          'Such as `hold_ends`, `waitlist_opens`, `waitlist_closes`, `charge_retried`, `payment_deadline`, `answer_deadline`, `ship_window_begins`, `ship_window_ends`, `discount_begins`, `discount_ends`.',
        ),
        at: time,
        seconds: count('How far away it is: `advance_seconds` that just reach it.'),
      }),
      { description: 'What time brings next, the nearest first; of each kind the first.' },
    ),
    brought: orNull(
      Type.Object({
        holds_ended: Type.Integer(),
        waitlists_opened: Type.Integer(),
        waitlists_closed: Type.Integer(),
        mails: Type.Integer(),
        charges: Type.Integer(),
        charges_failed: Type.Integer(),
        refunds: Type.Integer(),
        lines_cancelled: Type.Integer(),
        alerts: Type.Integer(),
      }),
      'What has happened in the store since the clock was moved: a worker does it within a minute. Null: it was never moved.',
    ),
  },
  { $id: 'AdminTestClock' },
);
export type AdminTestClock = Static<typeof AdminTestClock>;

export const StoreCopy = Type.Object(
  { slug: Type.Optional(text('The slug of the copy; by default that of the store with `-test` after it.')) },
  { additionalProperties: false, examples: [{}, { slug: 'fjord-rehearsal' }] },
);

export const ClockAdvance = Type.Object(
  {
    advance_seconds: Type.Integer({
      description: 'How much time passes. Calendar days move by whole days: hours add up.',
    }),
  },
  { additionalProperties: false, examples: [{ advance_seconds: 259_200 }] },
);
