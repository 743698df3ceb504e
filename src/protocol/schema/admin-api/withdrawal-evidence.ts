import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation } from './operation.ts';
import type { AdminPreorder, AdminPreorderEvent } from './preorders.ts';
import { id, orNull, text, time } from './shapes.ts';
import { Recipient, WithdrawalState, withdrawalNamed } from './withdrawals.ts';

const local = text('The same on the store’s clock, with what it is ahead of UTC: `2026-06-01T23:30:05+02:00`.');

export const AdminWithdrawalEvidence = Type.Object(
  {
    made_at: { ...time, description: 'When this was read.' },
    store: Type.Object({
      slug: Type.String(),
      mode: Type.Enum(['live', 'test'], { type: 'string' }),
      legal_name: Type.String(),
      legal_address: Type.String(),
      contact_email: Type.String(),
      time_zone: Type.String(),
    }),
    declaration: Type.Object(
      {
        id,
        declared_at: { ...time, description: 'When it was received, in UTC: the law counts from this moment.' },
        declared_at_local: local,
        locale: text('The language of the page and of the receipt.'),
        name: Type.String(),
        email: Type.String(),
        reference: Type.String(),
        postal_code: Type.String(),
        items: text('Empty: everything.'),
        line_ids: Type.Array(id, {
          description: 'The line items that were chosen. Empty: everything, or what the words say.',
        }),
        proven: Type.Boolean({ description: 'Only the customer of the pre-order can have declared it.' }),
        erased: Type.Boolean({ description: 'The person was erased, and the words with them.' }),
        canonical: orNull(
          Type.String(),
          'The declaration as one text: JSON with its fields in alphabetical order, without spaces. Null once it is erased.',
        ),
        sha256: orNull(
          Type.String(),
          'The SHA-256 of `canonical` in UTF-8, in hexadecimal digits. Two exports that say the same have the same one.',
        ),
      },
      { description: 'Word for word, as it was confirmed.' },
    ),
    receipts: Type.Array(
      Type.Object({
        recipient: Recipient,
        sent_at: orNull(time, 'When the mail server took it; null: it did not.'),
        sent_at_local: orNull(local, 'Null like `sent_at`.'),
        message_id: orNull(Type.String(), 'The Message-ID of the mail that was sent.'),
        failure: orNull(Type.String(), 'Why the last try failed, as codes.'),
        tries: Type.Integer(),
        given_up: Type.Boolean({ description: 'It is not tried again.' }),
      }),
    ),
    match: Type.Object({
      by: orNull(
        Type.Enum(['service', 'person'], { type: 'string' }),
        'Who found the pre-order: the service at once, or a person later (`acts`). Null: none was found.',
      ),
      reference: orNull(Type.String(), 'Of the pre-order.'),
    }),
    state: WithdrawalState,
    acted_at: orNull(time, 'When the service cancelled what was not released.'),
    ended_at: orNull(time, 'When it was undone, settled or refused.'),
    answer: text('What you did, or why not.'),
    acts: Type.Array(
      Type.Object({
        at: time,
        by: Type.Object({ kind: text('`token`, `staff` or `command_line`.'), name: Type.String() }),
        action: text('Such as `withdrawal.match`, `withdrawal.settle`, `withdrawal.refuse`.'),
      }),
      { description: 'What people did with it, the oldest first, for as long as the activity log is kept.' },
    ),
    preorder: orNull(Type.Ref('AdminPreorder'), 'With what was paid and given back of each line item.'),
    timeline: Type.Array(Type.Ref('AdminPreorderEvent'), {
      description: 'What happened to the pre-order, the oldest first.',
    }),
  },
  { $id: 'AdminWithdrawalEvidence' },
);
export type AdminWithdrawalEvidence = Omit<Static<typeof AdminWithdrawalEvidence>, 'preorder' | 'timeline'> & {
  preorder: Static<typeof AdminPreorder> | null;
  timeline: Static<typeof AdminPreorderEvent>[];
};

export const getWithdrawalEvidence = {
  id: 'getWithdrawalEvidence',
  route: 'GET /withdrawals/:withdrawal_id/evidence',
  scope: 'preorders:read',
  summary: 'Everything that is known of a withdrawal and its pre-order, as evidence',
  description: 'Needs `preorders:personal` too.',
  ...withdrawalNamed,
  answer: AdminWithdrawalEvidence,
  answered: 'The evidence.',
} satisfies Operation;
