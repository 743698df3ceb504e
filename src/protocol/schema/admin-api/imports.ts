import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import { orNull, PAGE_DEFAULT, ReasonValues, text, time } from './shapes.ts';

const kind = Type.Enum(['preorders', 'waitlists'], { type: 'string' });
const fate = Type.Enum(['ready', 'imported', 'exists', 'skipped', 'refused', 'undone', 'kept'], {
  type: 'string',
  description:
    '`ready`: it can come in; `exists`: an import brought it in before; `skipped`: it is over elsewhere; `kept`: it was to be undone, and something has happened to it since.',
});

export const MovingInQuery = Type.Object({
  kind,
  file_name: Type.Optional(Type.String({ maxLength: 200, description: 'To know it again.' })),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Only look at every row. `runImport` brings in afterwards what is ready.' }),
  ),
  raise: Type.Optional(
    Type.Boolean({
      description:
        'Raise allocations as rows need it, and add deliveries with the promised days. Otherwise such rows are refused.',
    }),
  ),
  mails: Type.Optional(Type.Boolean({ description: 'Send a confirmation to each shopper. Otherwise none is sent.' })),
  paid: Type.Optional(
    Type.Enum(['all', 'none'], {
      type: 'string',
      description: 'What was paid by rows that do not say it. Without this such rows are refused.',
    }),
  ),
});

const counted = (description: string) => Type.Integer({ description });

export const AdminMovingIn = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind,
    state: Type.Enum(['checking', 'checked', 'importing', 'done', 'undoing', 'undone'], {
      type: 'string',
      description: 'A worker does `checking`, `importing` and `undoing`; read the import again to follow it.',
    }),
    file_name: Type.String(),
    raise: Type.Boolean(),
    mails: Type.Boolean(),
    paid: orNull(Type.Enum(['all', 'none'], { type: 'string' }), 'Null: every row has to say it.'),
    made_by: Type.String(),
    rows: counted('Rows of the file.'),
    waiting: counted('Rows that were not looked at yet.'),
    ready: counted('Rows that can come in.'),
    imported: counted('Rows that came in.'),
    exists: counted('Rows that an import brought in before.'),
    skipped: counted('Rows that are over elsewhere.'),
    refused: counted('Rows that were refused.'),
    undone: counted('Rows that were taken back.'),
    kept: counted('Rows that stayed when it was undone, because something had happened to them.'),
    created_at: time,
    updated_at: time,
  },
  { $id: 'AdminMovingIn' },
);
export type AdminMovingIn = Static<typeof AdminMovingIn>;

const refusal = {
  code: Type.String(),
  message: Type.String({ description: 'In English.' }),
  param: orNull(Type.String(), 'The column.'),
  data: orNull(ReasonValues, 'What the code and the column do not say: a stable `reason`, and values.'),
};

export const AdminMovingRow = Type.Object(
  {
    number: Type.Integer({ description: 'Its place in the file, from 1.' }),
    line: Type.Integer({ description: 'Of the file: the line of a CSV, the element of a JSON list.' }),
    reference: text('What it is called elsewhere.'),
    fate: orNull(fate, 'Null until it was looked at.'),
    made: orNull(Type.String(), 'The reference of the pre-order, or the id of the waitlist, that it became.'),
    error: orNull(
      Type.Object({
        ...refusal,
        errors: Type.Optional(
          Type.Array(Type.Object(refusal), {
            description: 'All that is wrong with the row, where several things are. The first is the error itself.',
          }),
        ),
      }),
      'Null unless it was refused.',
    ),
    notes: Type.Array(
      Type.Object({
        message: Type.String({ description: 'In English.' }),
        param: Type.String({ description: 'The column.' }),
        data: ReasonValues,
      }),
      {
        description: 'Which parts of a row became something else than it says, such as a language without texts.',
      },
    ),
  },
  { $id: 'AdminMovingRow' },
);
export type AdminMovingRow = Static<typeof AdminMovingRow>;

export const MovingRowsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: PAGE_DEFAULT, description: 'Rows on a page.' }),
  ),
  after: Type.Optional(
    Type.String({ pattern: '^\\d{1,9}$', description: '`meta.next` of the page before. Without it, the first page.' }),
  ),
  fate: Type.Optional(fate),
});
