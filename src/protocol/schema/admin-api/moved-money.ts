import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { FileOperation, Operation } from './operation.ts';
import { PeriodQuery } from './payments.ts';
import { amount, CsvQuery, id, orNull, PageQuery, time } from './shapes.ts';

export const AdminMovedMoney = Type.Object(
  {
    id,
    at: time,
    kind: Type.Enum(['charge', 'refund', 'chargeback', 'reinstatement'], {
      type: 'string',
      description:
        '`chargeback`: the bank gave the money back to the shopper after a dispute; `reinstatement`: it came back.',
    }),
    state: Type.Enum(['done', 'failed'], { type: 'string' }),
    amount: amount('Below zero: it went back to the shopper. Of what failed: what was meant to move.'),
    currency: Type.String(),
    preorder: orNull(Type.String(), 'Null where the payment led to no pre-order.'),
    provider: Type.String(),
    provider_ref: orNull(Type.String(), "The provider's id of the payment."),
    by_hand: Type.Boolean({ description: 'True: it was done at the provider, such as in its dashboard.' }),
    failure: orNull(Type.String(), 'Why it failed, as the provider says it.'),
  },
  { $id: 'AdminMovedMoney' },
);
export type AdminMovedMoney = Static<typeof AdminMovedMoney>;

const MovedMoneyQuery = Type.Object({
  ...PeriodQuery.properties,
  kind: Type.Optional(AdminMovedMoney.properties.kind),
  state: Type.Optional(
    Type.Enum(['done', 'failed'], { type: 'string', description: '`done` if left out: money that moved.' }),
  ),
});

export const listMovedMoney = {
  id: 'listMovedMoney',
  route: 'GET /payments/moved',
  scope: 'payments:read',
  summary: 'The money that was taken and given back, the newest first; by default of the last 30 days',
  query: Type.Object({ ...PageQuery.properties, ...MovedMoneyQuery.properties }),
  answer: Type.Array(AdminMovedMoney),
  answered: 'One page of it.',
} satisfies Operation;

export const exportMovedMoney = {
  id: 'exportMovedMoney',
  route: 'GET /payments/moved.csv',
  scope: 'payments:read',
  summary: 'The money that was taken and given back as CSV, safe to open in a spreadsheet',
  description:
    "Streamed, however much there is. The provider's own fees are not in it: they stand in its reports, by the same ids.",
  query: Type.Object({ ...CsvQuery.properties, ...MovedMoneyQuery.properties }),
} satisfies FileOperation;
