import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation, WriteOperation } from './operation.ts';
import { AdminReturn } from './returns.ts';
import { id, orNull, PageQuery, text, time } from './shapes.ts';

export const WithdrawalState = Type.Enum(['declared', 'undone', 'settled', 'refused'], {
  type: 'string',
  description:
    '`declared`: you have to act; `undone`: the customer did not mean it; `settled` and `refused`: you have acted, or said why not.',
});

export const Recipient = Type.Enum(['declarant', 'contact'], {
  type: 'string',
  description: 'The address that was typed, or that of the pre-order where it is another.',
});

const said = (description: string) => orNull(Type.String(), `${description} Null without \`preorders:personal\`.`);

export const AdminWithdrawal = Type.Object(
  {
    id,
    state: WithdrawalState,
    declared_at: { ...time, description: 'When it was received: the law counts from this moment.' },
    undoable_until: orNull(
      time,
      'The service does not act before, so that the customer can say that it was not theirs. Null while no receipt went out.',
    ),
    refund_due_at: {
      ...time,
      description: 'Until then the money has to go back; later where goods have to come back first.',
    },
    proven: Type.Boolean({
      description:
        'Only the customer of the pre-order can have declared it: by a link that was mailed to them, or signed in. It is acted on at once.',
    }),
    acts_itself: Type.Boolean({
      description:
        'The service acts after `undoable_until`: it cancels what was not released, and opens a return for what was sent. False where you have to act: nothing or by hand was found, items were named in words, the period of everything that was sent is over, no law of the country gives the right, the goods are excluded, or the person was erased.',
    }),
    acted_at: orNull(
      time,
      'When the service acted: it cancelled what was not released, and opened a return for what was sent. Null before, and where a person has to decide.',
    ),
    ended_at: orNull(time, 'Null while you have to act.'),
    answer: said('What you did, or why not.'),
    preorder: orNull(Type.Object({ id, reference: Type.String() }), 'The pre-order it is about; null: none was found.'),
    timing: orNull(
      Type.Enum(['in_time', 'late', 'excluded', 'no_right', 'nothing_left', 'not_known'], { type: 'string' }),
      'Null without a pre-order. `in_time`: for one line item at least; `late`: the period of every line item was over; `excluded`: the law takes the right away from such goods; `no_right`: no law of the country gives it, and the store does not grant it; `nothing_left`: all was cancelled or returned before; `not_known`: it was sent, but nobody said when it was delivered, or the person was erased.',
    ),
    name: said('Who declared it.'),
    email: said('Where the receipt goes.'),
    reference: said('What was typed as the reference; may be empty.'),
    postal_code: said('What was typed as the postcode; may be empty.'),
    items: said('Which items and how many, in the words of the person; empty: everything.'),
    locale: text('The language of the page and of the receipt.'),
    receipts: Type.Array(
      Type.Object({
        recipient: Recipient,
        sent_at: orNull(time, 'Null while it waits, and when it is never sent.'),
        failure: orNull(Type.String(), 'Why the last try failed, as codes.'),
      }),
    ),
    returns: Type.Array(AdminReturn, { description: 'What comes back of what was sent, the oldest first.' }),
  },
  { $id: 'AdminWithdrawal' },
);
export type AdminWithdrawal = Static<typeof AdminWithdrawal>;

const NOT_FOUND = '`withdrawal_not_found`';
export const withdrawalNamed = {
  params: Type.Object({ withdrawal_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  refusals: { 404: NOT_FOUND },
};
const named = { ...withdrawalNamed, answer: AdminWithdrawal, answered: 'The withdrawal.' };
export const acting = {
  ...named,
  scope: 'preorders:write',
  refusals: { 404: NOT_FOUND, 409: '`withdrawal_ended`' },
} as const;

export const listWithdrawals = {
  id: 'listWithdrawals',
  route: 'GET /withdrawals',
  scope: 'preorders:read',
  summary: 'Declarations by which people withdraw from a contract, the newest first',
  query: Type.Object({ ...PageQuery.properties, state: Type.Optional(WithdrawalState) }),
  answer: Type.Array(AdminWithdrawal),
  answered: 'One page of withdrawals.',
} satisfies Operation;

export const getWithdrawal = {
  id: 'getWithdrawal',
  route: 'GET /withdrawals/:withdrawal_id',
  scope: 'preorders:read',
  summary: 'One withdrawal, with its receipts',
  ...named,
} satisfies Operation;

export const matchWithdrawal = {
  id: 'matchWithdrawal',
  route: 'POST /withdrawals/:withdrawal_id/match',
  action: 'withdrawal.match',
  summary: 'Say which pre-order a withdrawal is about; its customer gets the receipt too',
  ...acting,
  body: Type.Object(
    { reference: Type.String({ minLength: 1, maxLength: 100, description: 'The reference of the pre-order.' }) },
    { additionalProperties: false, examples: [{ reference: 'PO-7K2M-9QXT-X' }] },
  ),
  refusals: { 404: `${NOT_FOUND}, \`preorder_not_found\``, 409: '`withdrawal_ended`' },
} satisfies WriteOperation;

const answerField = (description: string) => Type.String({ maxLength: 2_000, description });

export const settleWithdrawal = {
  id: 'settleWithdrawal',
  route: 'POST /withdrawals/:withdrawal_id/settle',
  action: 'withdrawal.settle',
  summary: 'Say that a withdrawal is dealt with: cancelled or returned, and the money given back',
  ...acting,
  body: Type.Object(
    { answer: Type.Optional(answerField('What you did, for your own files.')) },
    { additionalProperties: false, examples: [{ answer: 'Cancelled and refunded in full.' }] },
  ),
} satisfies WriteOperation;

export const refuseWithdrawal = {
  id: 'refuseWithdrawal',
  route: 'POST /withdrawals/:withdrawal_id/refuse',
  action: 'withdrawal.refuse',
  summary: 'Say why a withdrawal leads to nothing; tell the person yourself',
  ...acting,
  body: Type.Object(
    { answer: answerField('Why, for your own files.') },
    { additionalProperties: false, examples: [{ answer: 'Delivered in spring; the period ended long ago.' }] },
  ),
} satisfies WriteOperation;
