import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { FileOperation, Operation } from './operation.ts';
import { MeasureQuery } from './operations.ts';
import { amount, id, orNull } from './shapes.ts';

const day = Type.String({ format: 'date' });
const product = Type.Object({ id: Type.String(), product_code: Type.String(), title: Type.String() });
const units = (description: string) => Type.Integer({ description });

const { from, to, waitlist_id } = MeasureQuery.properties;
const ReportQuery = Type.Object({ waitlist_id, from, to });
const SellThroughQuery = Type.Object({ from, to });

const Sales = {
  sold: units('Units that were bought.'),
  booked: amount('What they cost their shoppers: price, shipping and tax, less discounts.'),
  cancelled: units('Units that were cancelled, whenever they were bought.'),
  cancelled_value: amount('What they had cost.'),
  released: units('Units that line items were given.'),
  released_value: amount('What they cost.'),
  charged: amount('Taken from shoppers.'),
  refunded: amount('Given back to shoppers.'),
  charged_back: amount('Taken back by banks after disputes, less what came back.'),
};

const period = { from: day, to: day, time_zone: Type.String() };

export const AdminSales = Type.Object(
  {
    ...period,
    currency: Type.String(),
    total: Type.Object(Sales),
    days: Type.Array(Type.Object({ day, ...Sales }), { description: 'Every day of the period.' }),
    waitlists: Type.Array(Type.Object({ waitlist_id: id, product, ...Sales }), { description: 'Most sold first.' }),
  },
  { $id: 'AdminSales' },
);
export type AdminSales = Static<typeof AdminSales>;

const waits = (description: string) => orNull(Type.Integer({ minimum: 0, maximum: 200 }), description);

export const AdminOpenWork = Type.Object(
  {
    alerts: waits('Open alerts.'),
    parcels: waits('Parcels that are ready to send.'),
    withdrawals: waits('Withdrawals on which a person has to act.'),
    deliveries: waits('Deliveries that are late, or at risk of it, and for which shoppers wait.'),
    refunds: waits('Refunds that the payment provider refuses.'),
  },
  { $id: 'AdminOpenWork' },
);
export type AdminOpenWork = Static<typeof AdminOpenWork>;

export const AdminSellThrough = Type.Object(
  {
    ...period,
    waitlist_id: id,
    days: Type.Array(
      Type.Object({
        day,
        allocated: units('For sale at the end of the day, in all.'),
        sold: units('Sold at the end of the day, in all.'),
      }),
    ),
  },
  { $id: 'AdminSellThrough' },
);
export type AdminSellThrough = Static<typeof AdminSellThrough>;

export const AdminFunnel = Type.Object(
  {
    ...period,
    steps: Type.Array(Type.Object({ event: Type.String(), count: Type.Integer() }), {
      description: 'From the shown placement to the pre-order, then the failed payments.',
    }),
  },
  { $id: 'AdminFunnel' },
);
export type AdminFunnel = Static<typeof AdminFunnel>;

export const AdminWithdrawalsReport = Type.Object(
  {
    ...period,
    products: Type.Array(
      Type.Object({
        product: orNull(product, 'Null: no pre-order was found for these.'),
        declared: units('Withdrawals that were declared in the period.'),
        waiting: units('Those of them that wait for you.'),
        undone: units('Those that the customer did not mean.'),
        settled: units('Those that are dealt with.'),
        refused: units('Those that were refused.'),
        placed: units('Line items that were placed in the period.'),
        withdrawn: units(
          'Those of them whose pre-order somebody withdrew from, whenever; not where that was undone or refused.',
        ),
        share: orNull(Type.Number(), '`withdrawn` for 100 that were placed; null where none was placed.'),
        median_days: orNull(
          Type.Number(),
          'Half of the declarations came sooner after their order; without those that were undone.',
        ),
      }),
      { description: 'Most declared first. Products of which nothing was withdrawn are left out.' },
    ),
  },
  { $id: 'AdminWithdrawalsReport' },
);
export type AdminWithdrawalsReport = Static<typeof AdminWithdrawalsReport>;

const forecastDay = (description: string) => orNull(day, description);

export const AdminForecast = Type.Object(
  {
    waitlist_id: id,
    product,
    allocated: units('For sale, in all.'),
    left: units('Still free to sell.'),
    sold_per_day: orNull(Type.Number(), 'How much sells a day now; null where too little was sold to tell.'),
    expected: forecastDay(
      'When it is sold out, most likely; null where that cannot be told, or takes more than a year.',
    ),
    earliest: forecastDay('Four times of five it is sold out between this day and `latest`.'),
    latest: forecastDay('Null also where it may take more than a year.'),
  },
  { $id: 'AdminForecast' },
);
export type AdminForecast = Static<typeof AdminForecast>;

const REPORTS = ['sales', 'sell-through', 'funnel', 'forecasts', 'deliveries', 'withdrawals'] as const;

const ReportFile = Type.Object({ report: Type.Enum(REPORTS, { type: 'string' }) });

const ReportFileQuery = Type.Object({
  ...ReportQuery.properties,
  bom: Type.Optional(Type.Boolean({ default: true, description: 'Begin with a byte order mark, which Excel needs.' })),
});

const NO_WAITLIST = { 404: '`waitlist_not_found`' };

const ofPeriod = { scope: 'measures:read', answered: 'The period.', refusals: NO_WAITLIST } as const;

export const getSales = {
  id: 'getSales',
  route: 'GET /reports/sales',
  summary: 'What was sold, booked, cancelled, released, charged and refunded, by day and by waitlist',
  description: 'Each is measured at its own time: what was sold in March may be charged and released in June.',
  query: ReportQuery,
  answer: AdminSales,
  ...ofPeriod,
} satisfies Operation;

export const getSellThrough = {
  id: 'getSellThrough',
  route: 'GET /reports/sell-through/:waitlist_id',
  summary: 'The units of a waitlist at the end of each day: for sale, and sold',
  params: Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  query: SellThroughQuery,
  answer: AdminSellThrough,
  ...ofPeriod,
} satisfies Operation;

export const getFunnel = {
  id: 'getFunnel',
  route: 'GET /reports/funnel',
  summary: 'How many placements were shown, clicked and bought from, added up',
  query: ReportQuery,
  answer: AdminFunnel,
  ...ofPeriod,
  answered: 'The steps.',
} satisfies Operation;

export const getWithdrawalsReport = {
  id: 'getWithdrawalsReport',
  route: 'GET /reports/withdrawals',
  summary: 'Withdrawals by product: how many, of how many line items, and how long after the order',
  query: ReportQuery,
  answer: AdminWithdrawalsReport,
  ...ofPeriod,
} satisfies Operation;

export const listForecasts = {
  id: 'listForecasts',
  route: 'GET /reports/forecasts',
  scope: 'measures:read',
  summary: 'When the waitlists that sell now will be sold out, and how sure that is',
  answer: Type.Array(AdminForecast),
  answered: 'The soonest first.',
} satisfies Operation;

export const getOpenWork = {
  id: 'getOpenWork',
  route: 'GET /reports/open-work',
  scope: 'store:read',
  summary: 'How much waits for somebody',
  description: 'Each number is what its list shows, up to 200, and null where the token lacks the scope of that list.',
  answer: AdminOpenWork,
  answered: 'The numbers.',
} satisfies Operation;

export const exportReport = {
  id: 'exportReport',
  route: 'GET /reports/:report.csv',
  scope: 'measures:read',
  summary: 'A report as CSV, safe to open in a spreadsheet',
  description: '`sell-through` demands `waitlist_id`. `forecasts` and `deliveries` are of now and have no period.',
  params: ReportFile,
  query: ReportFileQuery,
  refusals: NO_WAITLIST,
} satisfies FileOperation;

export type Report = (typeof REPORTS)[number];
