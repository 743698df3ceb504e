import { Type } from '../../../platform/type.ts';
import type { WriteOperation } from './operation.ts';
import * as bodies from './preorder-writes.ts';
import { NoBody } from './shapes.ts';

const Named = Type.Object({ reference: Type.String({ minLength: 1, maxLength: 100 }) });

const acting = {
  scope: 'preorders:write',
  params: Named,
  answer: bodies.ChangedPreorder,
  answered: 'The pre-order as it is now.',
  refusals: { 404: '`preorder_not_found`' },
} as const;
const ofFulfilment = {
  ...acting,
  params: Type.Object({ ...Named.properties, number: Type.Integer({ minimum: 1, maximum: 50 }) }),
  answered: 'The pre-order.',
  refusals: { 404: '`preorder_not_found`, `fulfilment_not_found`' },
} as const;

export const cancelPreorder = {
  id: 'cancelPreorder',
  route: 'POST /preorders/:reference/cancel',
  action: 'preorder.cancel',
  summary: 'Cancel line items; what was paid is refunded',
  ...acting,
  body: bodies.CancelBody,
} satisfies WriteOperation;

export const refundLine = {
  id: 'refundLine',
  route: 'POST /preorders/:reference/refunds',
  action: 'preorder.refund',
  summary: 'Give back a part of what line items have paid; they go on',
  ...acting,
  scope: 'refunds:write',
  body: bodies.RefundBody,
} satisfies WriteOperation;

export const releaseLines = {
  id: 'releaseLines',
  route: 'POST /preorders/:reference/release',
  action: 'preorder.release',
  summary: 'Release line items by hand, because they have arrived; this charges the balance',
  ...acting,
  scope: 'releases:write',
  body: bodies.ReleaseBody,
} satisfies WriteOperation;

export const returnLines = {
  id: 'returnLines',
  route: 'POST /preorders/:reference/return',
  action: 'preorder.return',
  summary: 'Record that line items came back',
  ...acting,
  body: bodies.ReturnBody,
} satisfies WriteOperation;

export const goOnDespiteDispute = {
  id: 'goOnDespiteDispute',
  route: 'POST /preorders/:reference/go-on',
  action: 'preorder.go_on',
  summary: 'Release and charge it in its turn, although a payment is disputed or was taken back',
  ...acting,
  body: NoBody,
} satisfies WriteOperation;

export const answerForShopper = {
  id: 'answerForShopper',
  route: 'POST /preorders/:reference/answer',
  action: 'promise.answer',
  summary: 'Record an answer to a moved date that did not come by the link',
  ...acting,
  body: bodies.AnswerBody,
} satisfies WriteOperation;

export const changeAddress = {
  id: 'changeAddress',
  route: 'PUT /preorders/:reference/address',
  action: 'preorder.address',
  summary: 'Change the delivery address within the same country',
  ...acting,
  body: bodies.AddressBody,
} satisfies WriteOperation;

export const changeContact = {
  id: 'changeContact',
  route: 'PUT /preorders/:reference/contact',
  action: 'preorder.contact',
  summary: 'Change the e-mail address; both addresses get a mail, and earlier links end',
  ...acting,
  body: bodies.ContactBody,
} satisfies WriteOperation;

export const resendConfirmation = {
  id: 'resendConfirmation',
  route: 'POST /preorders/:reference/resend-confirmation',
  action: 'preorder.resend_confirmation',
  summary: 'Send the confirmation again',
  ...acting,
  body: NoBody,
} satisfies WriteOperation;

export const sendLines = {
  id: 'sendLines',
  route: 'POST /preorders/:reference/fulfilments',
  action: 'preorder.send',
  summary: 'Record that line items left the store together; the customer gets a mail',
  ...acting,
  status: 201,
  answered: 'The pre-order with its new fulfilment.',
  body: bodies.FulfilmentBody,
} satisfies WriteOperation;

export const correctFulfilment = {
  id: 'correctFulfilment',
  route: 'PATCH /preorders/:reference/fulfilments/:number',
  action: 'preorder.track',
  summary: 'Correct how a fulfilment is followed',
  ...ofFulfilment,
  description: 'What is left out stays; an empty text takes it away.',
  body: bodies.TrackingBody,
} satisfies WriteOperation;

export const deliverFulfilment = {
  id: 'deliverFulfilment',
  route: 'POST /preorders/:reference/fulfilments/:number/deliver',
  action: 'preorder.deliver',
  summary: 'Record that a fulfilment is with the customer',
  ...ofFulfilment,
  body: NoBody,
} satisfies WriteOperation;

export const writeToShopper = {
  id: 'writeToShopper',
  route: 'POST /preorders/:reference/messages',
  action: 'preorder.message',
  summary: 'Write to the customer: a mail in their language with your words, which also stand on the status page',
  ...acting,
  status: 201,
  answered: 'The pre-order with its messages.',
  body: bodies.MessageBody,
} satisfies WriteOperation;

export const addNote = {
  id: 'addNote',
  route: 'POST /preorders/:reference/notes',
  action: 'preorder.note',
  summary: 'Note something about a pre-order, for colleagues; the customer never sees it',
  ...acting,
  status: 201,
  answered: 'The pre-order with its notes.',
  body: bodies.NoteBody,
} satisfies WriteOperation;

export const removeNote = {
  id: 'removeNote',
  route: 'DELETE /preorders/:reference/notes/:note_id',
  action: 'preorder.remove_note',
  summary: 'Remove a note',
  ...acting,
  params: Type.Object({ ...Named.properties, note_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  answered: 'The pre-order with its notes.',
  refusals: { 404: '`preorder_not_found`, `note_not_found`' },
} satisfies WriteOperation;
