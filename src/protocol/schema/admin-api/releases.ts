import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { units } from './batches.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { WaitsFor } from './preorders.ts';
import { id, orNull, PageQuery, text, time } from './shapes.ts';

export const AdminRelease = Type.Object(
  {
    id,
    state: Type.Enum(['running', 'stopped', 'done'], { type: 'string' }),
    batch_id: id,
    waitlist_id: id,
    product: Type.Object({ id: Type.String(), product_code: Type.String() }),
    variants: Type.Array(
      Type.Object({
        id: Type.String(),
        sku: Type.String(),
        title: Type.String(),
        units: units('That it hands out.'),
        released: units('That it has handed out.'),
      }),
    ),
    units: units('That it hands out, of all variants.'),
    released: units('That it has handed out.'),
    charging: units('Line items whose money still moves.'),
    disputed: units('Line items for which a bank has to decide.'),
    paid: units('Line items that are paid in full.'),
    payment_due: units('Line items whose charge failed. They keep their unit for some days.'),
    given_back: units('Line items that were cancelled: their units went to the next in the queue.'),
    ordered: units("Line items that were handed to the store's own system."),
    created_at: time,
    ended_at: orNull(time, 'Null while it runs.'),
  },
  { $id: 'AdminRelease' },
);
export type AdminRelease = Static<typeof AdminRelease>;

const NewRelease = Type.Object(
  {
    batch_id: Type.String({ minLength: 1, maxLength: 100 }),
    limit: Type.Optional(orNull(Type.Integer(), 'The most line items; null for all that have a unit.')),
  },
  { additionalProperties: false, examples: [{ batch_id: '0b6f3c1e-0000-4000-8000-00000000000b', limit: 50 }] },
);

const StartedRelease = Type.Object({
  started: Type.Boolean({ description: 'False when there is nothing to hand out.' }),
  release: orNull(Type.Unsafe<AdminRelease>(Type.Ref('AdminRelease')), 'Null when there is nothing to hand out.'),
});

const PreviewLine = Type.Object({
  id,
  reference: text('Of the pre-order.'),
  number: Type.Integer({ description: 'Position in the pre-order, from 1.' }),
  placed_at: time,
  variant: Type.Object({ id: Type.String(), sku: Type.String() }),
  charge: text('What would be charged, in `currency`.'),
  card: text('`kept`, `expired`, `missing`, or `none` when nothing is due.'),
  dispute: orNull(Type.String(), 'The state of a dispute about the pre-order.'),
  waits_for: orNull(WaitsFor, 'Why it is not released; null where nothing holds it back.'),
  unanswered: Type.Boolean({ description: 'The customer was asked about a moved date and can still answer.' }),
  together: Type.Integer({
    description: 'How many line items of the pre-order wait for this delivery, this one among them.',
  }),
});

const ReleasePreview = Type.Object({
  batch_id: id,
  waitlist_id: id,
  currency: Type.String(),
  charge: text('The sum of what would be charged.'),
  lines: Type.Array(PreviewLine, { description: 'Would get a unit, in this order.' }),
  kept: Type.Array(PreviewLine, {
    description: 'A unit is kept for them until they have paid, a bank has decided, or a withdrawal is dealt with.',
  }),
  left_out: Type.Array(PreviewLine, { description: 'Would wait on.' }),
  counts: Type.Object(
    { lines: Type.Integer(), kept: Type.Integer(), left_out: Type.Integer() },
    { description: 'Of all line items. The lists have the first 500.' },
  ),
});
export type ReleasePreview = Static<typeof ReleasePreview>;

const name = Type.String({ minLength: 1, maxLength: 100 });
const NO_BATCH = { 404: '`batch_not_found`' };

const ofRelease = { params: Type.Object({ release_id: name }), refusals: { 404: '`release_not_found`' } };

export const listReleases = {
  id: 'listReleases',
  route: 'GET /releases',
  scope: 'waitlists:read',
  summary: 'The releases of the store, the newest first',
  query: Type.Object({ ...PageQuery.properties, batch_id: Type.Optional(name) }),
  answer: Type.Array(AdminRelease),
  answered: 'One page of releases.',
  refusals: NO_BATCH,
} satisfies Operation;

export const getRelease = {
  id: 'getRelease',
  route: 'GET /releases/:release_id',
  scope: 'waitlists:read',
  summary: 'The progress of a release',
  ...ofRelease,
  answer: AdminRelease,
  answered: 'The release.',
} satisfies Operation;

export const previewRelease = {
  id: 'previewRelease',
  route: 'GET /batches/:batch_id/release-preview',
  scope: 'waitlists:read',
  summary: 'Who would get what, and what would be charged, before it is done',
  params: Type.Object({ batch_id: name }),
  query: Type.Object({ limit: Type.Optional(Type.Integer({ description: 'The most line items.' })) }),
  answer: ReleasePreview,
  answered: 'What would be done.',
  refusals: NO_BATCH,
} satisfies Operation;

export const startRelease = {
  id: 'startRelease',
  route: 'POST /releases',
  scope: 'releases:write',
  action: 'release.start',
  summary: 'Hand out what has arrived, the oldest first: units, charges, orders',
  description: 'Workers do it. Read the release to follow them.',
  body: NewRelease,
  status: 202,
  answer: StartedRelease,
  answered: 'What was started.',
  refusals: NO_BATCH,
} satisfies WriteOperation;

export const stopRelease = {
  id: 'stopRelease',
  route: 'POST /releases/:release_id/stop',
  scope: 'releases:write',
  action: 'release.stop',
  summary: 'Stop a release: it hands out no more units. One that has ended stays as it is',
  ...ofRelease,
  answer: AdminRelease,
  answered: 'The release.',
} satisfies WriteOperation;
