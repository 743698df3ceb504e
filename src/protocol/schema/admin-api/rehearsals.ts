import type { Static, TProperties } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { FileOperation, Operation, WriteOperation } from './operation.ts';
import { amount, CsvQuery, id, NoBody, orNull, text, time } from './shapes.ts';

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

const ClockAdvance = Type.Object(
  {
    advance_seconds: Type.Integer({
      description: 'How much time passes. Calendar days move by whole days: hours add up.',
    }),
  },
  { additionalProperties: false, examples: [{ advance_seconds: 259_200 }] },
);

const share = <Of extends TProperties>(of: Of) =>
  Type.Array(Type.Object({ ...of, share: Type.Number() }, { additionalProperties: false }), {
    minItems: 1,
    maxItems: 50,
  });
const percent = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description }));

export const NewRehearsal = Type.Object(
  {
    waitlist_id: id,
    shoppers: Type.Optional(
      Type.Integer({ minimum: 1, description: 'How many come: 500 by default, 20,000 at most.' }),
    ),
    hours: Type.Optional(
      Type.Integer({ minimum: 1, description: 'In how many hours: 24 by default, half of them early.' }),
    ),
    countries: Type.Optional(share({ country: Type.String({ pattern: '^[A-Z]{2}$' }) })),
    quantities: Type.Optional(share({ quantity: Type.Integer({ minimum: 1, maximum: 50 }) })),
    variants: Type.Optional(share({ variant: Type.String({ minLength: 1, maxLength: 200 }) })),
    leave_percent: percent('Leave without paying; 25 by default.'),
    decline_percent: percent('Their first card is declined; 6 by default.'),
    challenge_percent: percent('Their bank asks for a second step; 20 by default.'),
    again_percent: percent('Come a second time; 3 by default.'),
    seed: Type.Optional(Type.Integer({ minimum: 0, description: 'The same seed brings the same shoppers.' })),
  },
  {
    additionalProperties: false,
    examples: [
      { waitlist_id: '0b6f3c1e-0000-4000-8000-000000000001' },
      {
        waitlist_id: '0b6f3c1e-0000-4000-8000-000000000001',
        shoppers: 2000,
        hours: 48,
        countries: [
          { country: 'DE', share: 3 },
          { country: 'AT', share: 1 },
        ],
      },
    ],
  },
);
export type NewRehearsal = Static<typeof NewRehearsal>;

const Finding = Type.Object({
  code: text('Such as `country_not_shipped`.'),
  place: text('Where it is mended: `waitlist`, `shipping`, `tax`, `rules` or `payments`.'),
  message: Type.String(),
  shoppers: count('How many shoppers it concerns.'),
  data: Type.Object(
    {
      countries: Type.Optional(Type.Array(Type.String())),
      variants: Type.Optional(Type.Array(Type.String())),
      units: Type.Optional(count('Units that were asked for and not there.')),
      limit: Type.Optional(count('The setting: minutes of a hold, or units a customer.')),
      refusal: Type.Optional(text('The error code, such as `payment_not_configured`.')),
    },
    { description: 'What the message names.' },
  ),
});

const Report = Type.Object({
  currency: Type.String(),
  opens_at: time,
  ends_at: time,
  plan: text('The payment plan.'),
  shoppers: Type.Integer(),
  again: count('Of them, those who came a second time.'),
  preorders: Type.Integer(),
  units: Type.Integer(),
  booked: amount(),
  due_now: amount('What is taken when they are placed.'),
  due_later: amount('What is charged at the release.'),
  series: Type.Array(Type.Object({ at: time, units: Type.Array(Type.Integer()) }), {
    description: 'Units sold in each part of the launch, in the order of `variants`.',
  }),
  variants: Type.Array(
    Type.Object({
      variant_id: Type.String(),
      sku: Type.String(),
      title: Type.String(),
      for_sale: Type.Integer(),
      sold: Type.Integer(),
      sold_out_at: orNull(time, 'Null: some are left.'),
      missed: count('Units that shoppers asked for and did not get.'),
    }),
  ),
  countries: Type.Array(
    Type.Object({
      country: Type.String(),
      shoppers: Type.Integer(),
      preorders: Type.Integer(),
      units: Type.Integer(),
      refused: Type.Integer(),
    }),
  ),
  quantities: Type.Array(Type.Object({ quantity: Type.Integer(), preorders: Type.Integer() })),
  batches: Type.Array(
    Type.Object({
      position: Type.Integer(),
      ships_from: Type.String(),
      ships_until: Type.String(),
      for_sale: Type.Integer(),
      sold: Type.Integer(),
    }),
  ),
  refusals: Type.Array(Type.Object({ code: Type.String(), shoppers: Type.Integer() })),
  payments: Type.Object({
    paid: Type.Integer(),
    left: Type.Integer(),
    declined: Type.Integer(),
    challenged: Type.Integer(),
    too_late: Type.Integer(),
  }),
  findings: Type.Array(Finding),
});

export const REHEARSAL_SHEETS = ['sales', 'countries'] as const;

const RehearsalFile = Type.Object({
  rehearsal_id: Type.String(),
  sheet: Type.Enum(REHEARSAL_SHEETS, { type: 'string' }),
});

export const AdminRehearsal = Type.Object(
  {
    id,
    state: Type.Enum(['waiting', 'running', 'done', 'stopped', 'failed'], { type: 'string' }),
    waitlist_id: id,
    product: text('The title of its product.'),
    shoppers: Type.Integer(),
    arrived: count('How many of them have come so far.'),
    hours: Type.Integer(),
    seed: Type.Integer(),
    countries: Type.Array(Type.Object({ country: Type.String(), share: Type.Number() })),
    quantities: Type.Array(Type.Object({ quantity: Type.Integer(), share: Type.Number() })),
    variants: Type.Array(Type.Object({ variant: Type.String(), share: Type.Number() }), {
      description: 'By SKU or id. Empty: all alike.',
    }),
    leave_percent: Type.Integer(),
    decline_percent: Type.Integer(),
    challenge_percent: Type.Integer(),
    again_percent: Type.Integer(),
    failure: orNull(Type.String(), 'Why it failed.'),
    failure_code: orNull(
      Type.String(),
      'The same as a code: `interrupted` (the service was stopped meanwhile), `rehearsal_impossible`, or another error code.',
    ),
    created_at: time,
    ended_at: orNull(time, 'Null: it has not ended.'),
    report: orNull(Report, 'What would be sold. Null until the rehearsal is done or was stopped.'),
  },
  { $id: 'AdminRehearsal' },
);
export type AdminRehearsal = Static<typeof AdminRehearsal>;

export const getTestClock = {
  id: 'getTestClock',
  route: 'GET /test-clock',
  scope: 'store:read',
  summary: 'What time brings next in a store, and what it has brought to a test store',
  answer: AdminTestClock,
  answered: 'The clock of the store.',
} satisfies Operation;

export const advanceTestClock = {
  id: 'advanceTestClock',
  route: 'POST /test-clock',
  scope: 'store:write',
  action: 'test_clock.advance',
  summary: 'Let time pass in a test store',
  description:
    'Everything in the store becomes older by so much: an order of today was then placed days ago. Holds, deadlines, charges and mails follow within a minute. A live store is refused with `clock_not_movable`.',
  body: ClockAdvance,
  answer: AdminTestClock,
  answered: 'The clock of the store.',
} satisfies WriteOperation;

const NOT_FOUND = { 404: '`rehearsal_not_found`' };
const ofRehearsal = { params: Type.Object({ rehearsal_id: Type.String() }), refusals: NOT_FOUND };

export const listRehearsals = {
  id: 'listRehearsals',
  route: 'GET /rehearsals',
  scope: 'waitlists:read',
  summary: 'The last twenty rehearsals of the store, the newest first',
  answer: Type.Array(AdminRehearsal),
  answered: 'The rehearsals.',
} satisfies Operation;

export const getRehearsal = {
  id: 'getRehearsal',
  route: 'GET /rehearsals/:rehearsal_id',
  scope: 'waitlists:read',
  summary: 'One rehearsal, with its progress and its report',
  ...ofRehearsal,
  answer: AdminRehearsal,
  answered: 'The rehearsal.',
} satisfies Operation;

export const exportRehearsal = {
  id: 'exportRehearsal',
  route: 'GET /rehearsals/:rehearsal_id/:sheet.csv',
  scope: 'waitlists:read',
  summary: 'A part of a rehearsal’s report as CSV, safe to open in a spreadsheet',
  description: '`sales`: what each variant would sell, and when. `countries`: to whom.',
  params: RehearsalFile,
  query: CsvQuery,
  refusals: NOT_FOUND,
} satisfies FileOperation;

export const startRehearsal = {
  id: 'startRehearsal',
  route: 'POST /rehearsals',
  scope: 'waitlists:write',
  action: 'rehearsal.start',
  summary: 'Rehearse the launch of a waitlist with simulated shoppers on a copy of the store',
  description:
    'A worker runs it in a database of its own: nothing is sold, charged or mailed. Read it again for its progress. A store has one at a time (`rehearsal_running`).',
  body: NewRehearsal,
  status: 202,
  answer: AdminRehearsal,
  answered: 'The rehearsal.',
} satisfies WriteOperation;

export const stopRehearsal = {
  id: 'stopRehearsal',
  route: 'POST /rehearsals/:rehearsal_id/stop',
  scope: 'waitlists:write',
  action: 'rehearsal.stop',
  summary: 'Stop a rehearsal; its report says how far it came',
  ...ofRehearsal,
  body: NoBody,
  answer: AdminRehearsal,
  answered: 'The rehearsal.',
} satisfies WriteOperation;
