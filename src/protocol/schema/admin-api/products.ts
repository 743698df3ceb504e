import Type, { type Static } from 'typebox';
import { amount, orNull, PageQuery, text, time } from './shapes.ts';

export const AdminProduct = Type.Object(
  {
    id: text("The product's id in the connected store."),
    product_code: text("The product's code (handle) in the connected store."),
    title: Type.String(),
    vendor: Type.String(),
    option_names: Type.Array(Type.String()),
    currency: Type.String(),
    variants: Type.Array(
      Type.Object({
        id: text("The variant's id in the connected store."),
        sku: text('Empty when the variant has none. SKUs need not be unique.'),
        title: Type.String(),
        price: orNull(amount(), 'Null when the catalogue has none.'),
        compare_at_price: orNull(amount(), 'The regular price, where there is one.'),
        gone: Type.Boolean({ description: 'It is no longer in the catalogue.' }),
      }),
    ),
    updated_at: time,
  },
  { $id: 'AdminProduct' },
);
export type AdminProduct = Static<typeof AdminProduct>;

export const ProductListQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only those whose title or code has this text, or a variant this SKU.',
    }),
  ),
  updated_at_min: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only those that an import changed at that time or later.' }),
  ),
});

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: 'True: only say what the import would do.' })),
});

const count = Type.Integer();

export const AdminImport = Type.Object(
  {
    dry_run: Type.Boolean(),
    rows: Type.Object({ read: count, refused: count }),
    currency: text('The currency in which prices were read: that of the store.'),
    price_column: orNull(Type.String(), 'Null when the file has no column of prices.'),
    warnings: Type.Array(
      Type.Object({
        code: text('`other_currency` or `price_columns_not_read`.'),
        column: Type.Optional(Type.String()),
        currencies: Type.Optional(Type.Array(Type.String())),
        rows: Type.Optional(count),
        columns: Type.Optional(Type.Array(Type.String())),
      }),
      { description: 'Hints that prices of the file may be in another currency.' },
    ),
    products: Type.Object({ created: count, updated: count, unchanged: count }),
    variants: Type.Object({ created: count, updated: count, unchanged: count, gone: count }),
    issues: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'From 1, with the header.' }),
        column: Type.String(),
        code: Type.String(),
        reason: Type.String(),
        product_code: Type.String(),
      }),
      { description: 'Why rows were refused: the first 1,000 reasons.' },
    ),
    issues_left_out: Type.Integer({ description: 'Reasons beyond those.' }),
  },
  { $id: 'AdminImport' },
);
export type AdminImport = Static<typeof AdminImport>;

export const AdminRunningImport = Type.Object(
  {
    step: Type.Enum(['none', 'uploading', 'reading', 'waiting', 'comparing', 'writing'], {
      type: 'string',
      description: '`none`: nothing runs here. `waiting`: for another import of the store.',
    }),
    rows: Type.Integer({ description: 'Rows that were read so far.' }),
    done: Type.Integer({ description: 'Of `total`, while it writes.' }),
    total: Type.Integer(),
  },
  { $id: 'AdminRunningImport' },
);
export type AdminRunningImport = Static<typeof AdminRunningImport>;
