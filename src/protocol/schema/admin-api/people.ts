import Type from 'typebox';
import { id } from './shapes.ts';

export const AdminErasure = Type.Object(
  {
    erased: Type.Boolean({ description: 'False for a plan, and where nothing is stored of the person.' }),
    checkouts: Type.Array(id),
    preorders: Type.Array(Type.String(), { description: 'References.' }),
    open_preorders: Type.Array(Type.String(), { description: 'With goods that are still owed.' }),
    jobs: Type.Array(Type.Object({ id: Type.Integer(), topic: Type.String(), state: Type.String() })),
    mail_files: Type.Array(Type.String()),
    order_files: Type.Array(Type.String()),
  },
  { $id: 'AdminErasure' },
);

export const EraseBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 300 }),
    open_too: Type.Optional(
      Type.Boolean({ description: 'Also while goods are owed: the customer then gets no mails and no goods.' }),
    ),
  },
  { additionalProperties: false, examples: [{ email: 'nobody@mail.example' }] },
);
