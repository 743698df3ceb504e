import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { FileOperation, WriteOperation } from './operation.ts';
import { amount, CsvQuery, orNull, ReasonValues, text } from './shapes.ts';

const refusal = {
  code: Type.String(),
  message: Type.String({ description: 'In English.' }),
  param: orNull(Type.String(), 'The column.'),
  data: orNull(ReasonValues, 'What the code and the column do not say: a stable `reason`, and values.'),
};

const counted = (description: string) => Type.Integer({ description });

export const AdminWaitlistImport = Type.Object(
  {
    dry_run: Type.Boolean(),
    created: counted('Rows of waitlists that were made.'),
    changed: counted('Rows of waitlists that were changed.'),
    unchanged: counted('Rows that say what is so already.'),
    refused: counted('Rows that were refused.'),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Of the file, from 1 with the header.' }),
        result: Type.Enum(['created', 'changed', 'unchanged', 'refused'], { type: 'string' }),
        waitlist_id: orNull(Type.String(), 'Null where nothing was made.'),
        product: text('As the file names it, else the code of the product.'),
        variant: text('As the file names it.'),
        error: orNull(
          Type.Object({
            ...refusal,
            errors: Type.Optional(
              Type.Array(Type.Object(refusal), {
                description:
                  'All that is wrong with the rows of this waitlist, where several things are. The first is the error itself. `data` has the `line` of what stands in one row.',
              }),
            ),
          }),
          'Null unless it was refused.',
        ),
        steep_prices: Type.Optional(
          Type.Array(
            Type.Object({ variant: Type.String(), currency: Type.String(), before: amount(), after: amount() }),
            {
              description:
                'Prices of this row that shoppers see, and that change to nothing, from nothing, or by 30 % and more: a person should be asked. Absent where there are none.',
            },
          ),
        ),
      }),
      { description: 'What became of each row, in the order of the file. Rows of one waitlist share it.' },
    ),
  },
  { $id: 'AdminWaitlistImport' },
);
export type AdminWaitlistImport = Static<typeof AdminWaitlistImport>;

export const exportWaitlists = {
  id: 'exportWaitlists',
  route: 'GET /waitlists.csv',
  scope: 'waitlists:read',
  summary: 'All waitlists as CSV, a row for each variant',
  description: 'Streamed. It can be changed in a spreadsheet and sent back to `importWaitlists`.',
  query: CsvQuery,
} satisfies FileOperation;

export const importWaitlists = {
  id: 'importWaitlists',
  route: 'POST /waitlists/imports',
  scope: 'waitlists:write',
  summary: 'Make and change waitlists from a CSV as `exportWaitlists` writes it: the file itself is the body',
  description:
    'Rows with a `waitlist_id` change that waitlist, and rows without one make a draft for their product. Empty cells leave things as they are. Each waitlist is changed as a whole or not at all; a refused one does not stop the others. With `dry_run=true` everything is decided and nothing is kept.',
  query: Type.Object({
    dry_run: Type.Optional(Type.Boolean({ description: 'Decide everything, and keep nothing.' })),
  }),
  answer: AdminWaitlistImport,
  answered: 'What became of each row.',
  action: 'waitlist.import',
  refusals: { 422: '`csv_invalid`, `csv_encoding`' },
} satisfies WriteOperation;
