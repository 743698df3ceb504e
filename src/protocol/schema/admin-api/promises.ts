import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { units } from './batches.ts';
import { AdminNotice } from './notices.ts';
import type { FileOperation, Operation, WriteOperation } from './operation.ts';
import { CsvQuery, id, orNull, PageQuery, text, time } from './shapes.ts';
import { Days } from './waitlist-writes.ts';

export const AdminPromise = Type.Object(
  {
    id,
    waitlist_id: id,
    batch: Type.Object({ id, position: Type.Integer() }),
    product: text('The title of the product.'),
    version: Type.Integer(),
    current: Type.Boolean({ description: 'The newest promise of the batch.' }),
    ship_window: Type.Object({ from: Type.String(), until: Type.String() }),
    reason: text('For shoppers to read.'),
    made_by: text('Who moved the date.'),
    created_at: time,
    told: units('Pre-orders that were told.'),
    asked: units('Pre-orders that were asked.'),
    waiting: units('Of these, those that wait on.'),
    cancelled: units('Of these, those that cancelled.'),
    unanswered: units('Of these, those that have not answered yet.'),
  },
  { $id: 'AdminPromise' },
);
export type AdminPromise = Static<typeof AdminPromise>;

const NewPromise = Type.Object(
  {
    ship_window: Days,
    reason: Type.Optional(Type.String({ description: 'For shoppers to read. Required while shoppers wait.' })),
  },
  {
    additionalProperties: false,
    examples: [{ ship_window: { from: '2030-06-24', until: '2030-06-29' }, reason: 'The fabric is two weeks late.' }],
  },
);

const MovedPromise = Type.Object({
  moved: Type.Boolean({ description: 'False when the batch has this window already.' }),
  promise: Type.Unsafe<AdminPromise>(Type.Ref('AdminPromise')),
});

export const MovePreview = Type.Object({
  ship_window: AdminPromise.properties.ship_window,
  before: AdminPromise.properties.ship_window,
  lines: units('Line items that wait for the batch.'),
  told: units('Pre-orders that would be told.'),
  asked: units('Pre-orders that would be asked.'),
  asked_by_law: units('Of these, those that the law requires to ask.'),
  silence_cancels: units('Of these, those that no answer would cancel.'),
  answer_by: orNull(
    Type.Object({ first: Type.String(), last: Type.String() }),
    'The first and the last day on which answers are due.',
  ),
});
export type MovePreview = Static<typeof MovePreview>;

const name = Type.String({ minLength: 1, maxLength: 100 });
const day = Type.String({ minLength: 1, maxLength: 40, description: 'Such as `2030-06-24`.' });

const ofBatch = { params: Type.Object({ batch_id: name }), refusals: { 404: '`batch_not_found`' } };
const ofPromise = { params: Type.Object({ promise_id: name }), refusals: { 404: '`promise_not_found`' } };

export const listPromises = {
  id: 'listPromises',
  route: 'GET /promises',
  scope: 'waitlists:read',
  summary: 'The ship windows that were promised, the newest first, and what shoppers answered',
  query: Type.Object({
    ...PageQuery.properties,
    waitlist_id: Type.Optional(name),
    batch_id: Type.Optional(name),
  }),
  answer: Type.Array(AdminPromise),
  answered: 'One page of promises.',
  refusals: { 404: '`waitlist_not_found`, `batch_not_found`, `promise_not_found`' },
} satisfies Operation;

export const getPromise = {
  id: 'getPromise',
  route: 'GET /promises/:promise_id',
  scope: 'waitlists:read',
  summary: 'One promise, and how many were told and asked of it',
  ...ofPromise,
  answer: AdminPromise,
  answered: 'The promise.',
} satisfies Operation;

export const previewMove = {
  id: 'previewMove',
  route: 'GET /batches/:batch_id/promise-preview',
  scope: 'waitlists:read',
  summary: 'How many shoppers would be told and asked if the dates moved',
  ...ofBatch,
  query: Type.Object({ ships_from: day, ships_until: day }),
  answer: MovePreview,
  answered: 'What would be done.',
} satisfies Operation;

export const moveBatch = {
  id: 'moveBatch',
  route: 'POST /batches/:batch_id/promises',
  scope: 'waitlists:write',
  action: 'promise.move',
  summary: 'Promise another ship window for a batch: shoppers who wait are told or asked',
  ...ofBatch,
  body: NewPromise,
  status: 201,
  answer: MovedPromise,
  answered: 'The promise that holds now.',
} satisfies WriteOperation;

export const listNotices = {
  id: 'listNotices',
  route: 'GET /promises/:promise_id/notices',
  scope: 'preorders:read',
  summary: 'Which pre-orders were told or asked of a promise, and what they answered',
  ...ofPromise,
  query: PageQuery,
  answer: Type.Array(AdminNotice),
  answered: 'One page of notices.',
} satisfies Operation;

export const exportPromises = {
  id: 'exportPromises',
  route: 'GET /promises.csv',
  scope: 'preorders:read',
  summary: 'The evidence as CSV: a row for each notice, with its mail, answer and times',
  description: 'Streamed, however many there are. It holds references and dates, and nothing about the person.',
  query: Type.Object({
    waitlist_id: Type.Optional(name),
    reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only of this pre-order.' })),
    ...CsvQuery.properties,
  }),
  refusals: { 404: '`waitlist_not_found`, `preorder_not_found`' },
} satisfies FileOperation;
