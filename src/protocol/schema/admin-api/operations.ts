import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { id, NoBody, orNull, PageQuery, text, time } from './shapes.ts';

export const AdminAlert = Type.Object(
  {
    id,
    code: Type.String(),
    subject_id: text('What it is about.'),
    message: text('What happened, in English.'),
    message_code: orNull(
      Type.String(),
      'The same as a stable name: the code, with a second part where the code has several texts, such as `mail_refused.no_mailbox`; null of alerts that earlier versions raised.',
    ),
    message_values: orNull(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      'What the message speaks of: an amount with its `currency`, times and days, names such as the code of a rule, and in `said` the words of another system, in English. Where these may name a shopper they are `…` without `preorders:personal`.',
    ),
    next: orNull(
      Type.Object({
        step: Type.String({ description: 'What can be done about it, as a stable name.' }),
        about: orNull(Type.String(), 'The reference, id or day that the step needs.'),
        method: Type.String(),
        path: Type.String({ description: 'The request that does it, or that shows what is to be decided.' }),
      }),
      'What can be done next; null where only the message says it.',
    ),
    created_at: time,
    resolved_at: orNull(time, 'Null while it waits.'),
  },
  { $id: 'AdminAlert' },
);
export type AdminAlert = Static<typeof AdminAlert>;

const AlertListQuery = Type.Object({
  all: Type.Optional(Type.Boolean({ description: 'Also resolved ones.' })),
});

const JobState = Type.Enum(['waiting', 'running', 'failing', 'dead'], { type: 'string' });

export const AdminJob = Type.Object(
  {
    id: Type.Integer(),
    topic: text('What it does.'),
    subject_id: text('What it is about.'),
    state: JobState,
    attempts: Type.Integer(),
    attempts_max: Type.Integer(),
    reason: orNull(Type.String(), 'Why the last try failed, in English.'),
    reason_code: orNull(
      Type.String(),
      'The same as a stable name, such as `mail_unreachable` or a code of an error; null for a fault without one.',
    ),
    created_at: time,
    run_at: { ...time, description: 'When it is due.' },
    running_since: orNull(time, 'Null unless a worker has it.'),
  },
  { $id: 'AdminJob' },
);
export type AdminJob = Static<typeof AdminJob>;

const JobListQuery = Type.Object({
  state: Type.Optional(JobState),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
});

const JobList = Type.Object({
  counts: Type.Object({
    waiting: Type.Integer(),
    running: Type.Integer(),
    failing: Type.Integer(),
    dead: Type.Integer(),
  }),
  jobs: Type.Array(Type.Unsafe<AdminJob>(Type.Ref('AdminJob')), { description: 'The dead ones first.' }),
});

const RetryBody = Type.Object(
  {
    jobs: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 1_000 })),
    all_dead: Type.Optional(Type.Boolean({ description: 'All dead jobs of the store.' })),
  },
  { additionalProperties: false, examples: [{ all_dead: true }] },
);

const OrderListQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional(Type.Enum(['waiting', 'handed_over', 'refused'], { type: 'string' })),
});

export const AdminOrder = Type.Object(
  {
    id,
    reference: text('Of its pre-order.'),
    number: Type.Integer({ description: 'In its pre-order, from 1.' }),
    state: Type.String(),
    lines: Type.Integer({ description: 'How many line items are in it.' }),
    external_ref: orNull(Type.String(), "The name that the store's system gave it."),
    attempts: Type.Integer(),
    failure: orNull(
      Type.String(),
      'Why it was refused. Null without `preorders:personal`, because it may name the shopper.',
    ),
    created_at: time,
    handed_at: orNull(time, 'Null before.'),
  },
  { $id: 'AdminOrder' },
);
export type AdminOrder = Static<typeof AdminOrder>;

const OrdersRetried = Type.Object({
  retried: Type.Integer(),
  refused: Type.Integer({ description: 'Refused again.' }),
});

export const MeasureQuery = Type.Object({
  waitlist_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only this waitlist.' })),
  from: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'A day; by default 30 days ago.' })),
  to: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'The last day that counts.' })),
});

export const AdminPlacements = Type.Object(
  {
    pages: Type.Array(
      Type.Object({
        origin: text('Of the page.'),
        allowed: Type.Boolean({ description: 'Whether the checkout opens there.' }),
        products: Type.Integer({ description: 'How many products pages there named.' }),
        first_seen_at: time,
        last_seen_at: text('Written once a minute at most.'),
      }),
      { description: 'The one that was seen last first.' },
    ),
    problems: Type.Array(
      Type.Object({
        code: text(
          '`unknown_key`, `key_of_test_store`, `key_of_live_store`, `origin_not_allowed`, `script_without_placement`, `not_seen`, `unknown_product`, `no_open_waitlist`, `no_shipping`, `no_tax_rate`, `no_payment_account`; later versions may have more.',
        ),
        origin: orNull(Type.String(), 'Null where it is not about a page.'),
        subject: orNull(
          Type.String(),
          'The product as the page names it (`id:1001`, `code:…`, `sku:…`), or countries.',
        ),
        message: text('What is wrong, and what to do.'),
      }),
      { description: 'What keeps placements from being shown or from selling, the most pressing first.' },
    ),
  },
  { $id: 'AdminPlacements' },
);
export type AdminPlacements = Static<typeof AdminPlacements>;

export const AdminMeasures = Type.Object(
  {
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    time_zone: Type.String(),
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        waitlist_id: orNull(id, 'Null when no waitlist was open.'),
        product_code: orNull(Type.String(), 'Null when no waitlist was open.'),
        counts: Type.Record(Type.String(), Type.Integer(), { description: 'By the name of the event.' }),
      }),
    ),
  },
  { $id: 'AdminMeasures' },
);
export type AdminMeasures = Static<typeof AdminMeasures>;

export const listAlerts = {
  id: 'listAlerts',
  route: 'GET /alerts',
  scope: 'operations:read',
  summary: 'What needs the merchant, the newest first',
  query: AlertListQuery,
  answer: Type.Array(AdminAlert),
  answered: 'At most 500.',
} satisfies Operation;

export const resolveAlert = {
  id: 'resolveAlert',
  route: 'POST /alerts/:alert_id/resolve',
  scope: 'operations:write',
  action: 'alert.resolve',
  summary: 'Mark an alert as done; it comes back if its cause is still there',
  params: Type.Object({ alert_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: NoBody,
  answer: Type.Object({ id: Type.String() }),
  answered: 'Its id.',
  refusals: { 404: '`alert_not_found`' },
} satisfies WriteOperation;

export const listJobs = {
  id: 'listJobs',
  route: 'GET /jobs',
  scope: 'operations:read',
  summary: 'Background work that is not done: the dead first, then failing, running and waiting',
  query: JobListQuery,
  answer: JobList,
  answered: 'How many there are, and the first of them.',
} satisfies Operation;

export const getJob = {
  id: 'getJob',
  route: 'GET /jobs/:job_id',
  scope: 'operations:read',
  summary: 'One job, with its reason',
  params: Type.Object({ job_id: Type.Integer({ minimum: 1 }) }),
  answer: AdminJob,
  answered: 'The job.',
  refusals: { 404: '`job_not_found`' },
} satisfies Operation;

export const retryJobs = {
  id: 'retryJobs',
  route: 'POST /jobs/retry',
  scope: 'operations:write',
  action: 'job.retry',
  summary: 'Run dead or failing jobs again at once, with all their tries',
  body: RetryBody,
  answer: Type.Object({ jobs: Type.Array(Type.Unsafe<AdminJob>(Type.Ref('AdminJob'))) }),
  answered: 'Those that are not done yet.',
  refusals: { 404: '`job_not_found`' },
} satisfies WriteOperation;

export const getMeasures = {
  id: 'getMeasures',
  route: 'GET /measures',
  scope: 'measures:read',
  summary: 'How often placements were shown, clicked and bought from, by day and waitlist',
  query: MeasureQuery,
  answer: AdminMeasures,
  answered: 'The days on which something was counted.',
  refusals: { 404: '`waitlist_not_found`' },
} satisfies Operation;

export const getPlacements = {
  id: 'getPlacements',
  route: 'GET /placements',
  scope: 'store:read',
  summary: 'On which pages placements were seen, and what keeps them from selling',
  answer: AdminPlacements,
  answered: 'The pages and the problems.',
} satisfies Operation;

export const listOrders = {
  id: 'listOrders',
  route: 'GET /orders',
  scope: 'preorders:read',
  summary: "The orders that were handed to the store's own system, the newest first",
  query: OrderListQuery,
  answer: Type.Array(AdminOrder),
  answered: 'One page of orders.',
} satisfies Operation;

export const retryOrders = {
  id: 'retryOrders',
  route: 'POST /orders/retry',
  scope: 'preorders:write',
  action: 'order.retry',
  summary: "Hand over again what the store's system refused",
  body: NoBody,
  answer: OrdersRetried,
  answered: 'What came of it.',
} satisfies WriteOperation;
