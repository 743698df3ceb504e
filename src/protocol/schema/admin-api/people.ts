import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { AddressOnly } from './mails.ts';
import type { FileOperation, Operation, WriteOperation } from './operation.ts';
import { id, NoBody, orNull, PageQuery, text, time } from './shapes.ts';

export const AdminErasure = Type.Object(
  {
    erased: Type.Boolean({ description: 'False for a plan, and where nothing is stored of the person.' }),
    checkouts: Type.Array(id),
    preorders: Type.Array(Type.String(), { description: 'References.' }),
    open_preorders: Type.Array(Type.String(), { description: 'With goods that are still owed.' }),
    withdrawals: Type.Array(Type.Object({ id, state: Type.String() }), {
      description: 'Declarations of the person; one that is `declared` still waits for you.',
    }),
    jobs: Type.Array(Type.Object({ id: Type.Integer(), topic: Type.String(), state: Type.String() })),
    mail_files: Type.Array(Type.String()),
    order_files: Type.Array(Type.String()),
  },
  { $id: 'AdminErasure' },
);
export type AdminErasure = Static<typeof AdminErasure>;

export const AdminPrivacyRequest = Type.Object(
  {
    id,
    platform: text('The kind of platform that asked, such as `shopify`.'),
    what: Type.Enum(['export', 'erase', 'erase_store'], {
      type: 'string',
      description:
        '`export`: a person wants their data, which you give them; `erase` and `erase_store`: the service does it by itself.',
    }),
    email: orNull(Type.String(), 'Null once it is done, or where the platform did not say it.'),
    asked_at: time,
    due_at: time,
    outcome: orNull(Type.String(), 'What was done and kept, or what it waits for, in English.'),
    outcome_code: orNull(
      Type.String(),
      'The same as a stable name, such as `erased`; null of sentences that earlier versions wrote.',
    ),
    outcome_value: orNull(Type.String(), 'How many pre-orders were erased, or why nothing could be yet, in English.'),
    done_at: orNull(time, 'Null while it waits.'),
  },
  { $id: 'AdminPrivacyRequest' },
);
export type AdminPrivacyRequest = Static<typeof AdminPrivacyRequest>;

// The address stands in the body, because addresses of requests are logged on their way.
export const exportPerson = {
  id: 'exportPerson',
  route: 'POST /people/export',
  scope: 'people:write',
  summary: 'Everything that is stored about a person, as JSON',
  body: AddressOnly,
} satisfies FileOperation;

export const planErasure = {
  id: 'planErasure',
  route: 'POST /people/erasure-plan',
  scope: 'people:write',
  summary: 'What an erasure of a person would take away; changes nothing',
  body: AddressOnly,
  answer: AdminErasure,
  answered: 'What it takes away.',
  whole: true,
} satisfies Operation;

export const erasePerson = {
  id: 'erasePerson',
  route: 'POST /people/erase',
  scope: 'people:write',
  summary: 'Erase what names a person; pre-orders, money and stock stay under a pseudonym',
  description:
    'Refused with `preorders_open` while goods are owed, unless `open_too`. `job_running`: try again in a moment.',
  body: Type.Object(
    {
      email: Type.String({ minLength: 1, maxLength: 300 }),
      open_too: Type.Optional(
        Type.Boolean({ description: 'Also while goods are owed: the customer then gets no mails and no goods.' }),
      ),
    },
    { additionalProperties: false, examples: [{ email: 'nobody@mail.example' }] },
  ),
  answer: AdminErasure,
  answered: 'What it takes away.',
  action: 'person.erase',
} satisfies WriteOperation;

// As the lists of pre-orders, it names people.
export const listPrivacyRequests = {
  id: 'listPrivacyRequests',
  route: 'GET /privacy-requests',
  scope: 'preorders:personal',
  summary: 'What the commerce platform asked on behalf of people, the newest first',
  query: PageQuery,
  answer: Type.Array(AdminPrivacyRequest),
  answered: 'One page of requests.',
} satisfies Operation;

export const endPrivacyRequest = {
  id: 'endPrivacyRequest',
  route: 'POST /privacy-requests/:request_id/done',
  scope: 'people:write',
  action: 'person.answered',
  summary: 'Say that a person who asked for their data has got it',
  params: Type.Object({ request_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  body: NoBody,
  answer: AdminPrivacyRequest,
  answered: 'The request.',
  refusals: { 404: '`not_found`' },
} satisfies WriteOperation;
