import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { Operation } from './operation.ts';
import { amount, orNull, PageQuery, Reason, text, time } from './shapes.ts';

export const AdminProduct = Type.Object(
  {
    id: text("The product's id in the connected store."),
    id_made: Type.Boolean({
      description: 'The service made the id, because it does not know the one of the platform.',
    }),
    earlier_ids: Type.Array(Type.String(), { description: 'Ids that it had before. They still find it.' }),
    product_code: text("The product's code (handle) in the connected store."),
    title: Type.String(),
    vendor: Type.String(),
    image_url: orNull(Type.String(), 'Its picture in the catalogue; null without one.'),
    option_names: Type.Array(Type.String()),
    currency: Type.String(),
    variants: Type.Array(
      Type.Object({
        id: text("The variant's id in the connected store."),
        id_made: Type.Boolean(),
        earlier_ids: Type.Array(Type.String()),
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

const ProductListQuery = Type.Object({
  ...PageQuery.properties,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Only those that have each of these words somewhere in title, code or a SKU, in any order and any spelling (`mueller` finds Müller). One or two letters must begin a word.',
    }),
  ),
  updated_at_min: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only those that an import changed at that time or later.' }),
  ),
  vendor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of this vendor, in any case.' })),
  picture: Type.Optional(Type.Enum(['with', 'without'], { type: 'string' })),
  ids: Type.Optional(
    Type.Enum(['platform', 'made'], {
      type: 'string',
      description: '`made`: the service made its id, because it does not know the one of the platform.',
    }),
  ),
  waitlist: Type.Optional(
    Type.Enum(['with', 'without'], { type: 'string', description: '`with`: it has a waitlist that is not closed.' }),
  ),
  prices: Type.Optional(
    Type.Enum(['with', 'without'], { type: 'string', description: '`without`: a variant has none.' }),
  ),
  sort: Type.Optional(
    Type.Enum(['handle', 'title', 'title_desc', 'vendor', 'vendor_desc', 'changed', 'changed_desc'], {
      type: 'string',
      default: 'handle',
      description: 'Which come first.',
    }),
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
        code: text('`other_currency`, `price_columns_not_read` or `prices_rounded`.'),
        column: Type.Optional(Type.String()),
        currencies: Type.Optional(Type.Array(Type.String())),
        rows: Type.Optional(count),
        example: Type.Optional(Type.String({ description: 'How one of the prices was read, such as `1.299 → 1.30`.' })),
        columns: Type.Optional(Type.Array(Type.String())),
      }),
      { description: 'Hints that prices of the file may be other than they were read.' },
    ),
    products: Type.Object({ created: count, updated: count, unchanged: count }),
    variants: Type.Object({ created: count, updated: count, unchanged: count, gone: count }),
    // Answers that were kept for repeated requests by an older version have none.
    ids: Type.Optional(
      Type.Object(
        {
          product_column: orNull(Type.String(), 'The column with the ids of products. Null when the file has none.'),
          variant_column: orNull(Type.String(), 'The column with the ids of variants. Null when the file has none.'),
          made: Type.Object(
            { products: count, variants: count },
            {
              description:
                'Those of the file whose id the service made, because it does not know the one of the platform.',
            },
          ),
          changed: Type.Object(
            { products: count, variants: count },
            { description: 'Those that have another id than before. The earlier one still finds them.' },
          ),
        },
        { description: 'By which ids products and variants are known.' },
      ),
    ),
    issues: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'From 1, with the header.' }),
        column: Type.String(),
        code: Type.String(),
        reason: Type.String({ description: 'In English.' }),
        ...Reason.properties,
        product_code: Type.String(),
        // Answers that were kept for repeated requests by an older version have none.
        title: Type.Optional(Type.String({ description: 'Of the product; empty where it is not known.' })),
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

const givenText = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

export const NewIds = Type.Object(
  {
    products: Type.Array(
      Type.Object(
        {
          product: givenText('An id that the product has now or had earlier, or its code (handle).'),
          id: Type.Optional(givenText("The product's id on the platform.")),
          product_code: Type.Optional(givenText("The product's code (handle) on the platform.")),
          variants: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  variant: givenText('An id that the variant has now or had earlier, its SKU or its title.'),
                  id: givenText("The variant's id on the platform."),
                },
                { additionalProperties: false },
              ),
              { maxItems: 2_048 },
            ),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        products: [
          {
            product: 'aurora-jacket',
            id: '8123456789012',
            variants: [{ variant: 'AUR-S', id: '44123456789012' }],
          },
        ],
      },
    ],
  },
);

export const AdminMappedIds = Type.Object(
  {
    products: Type.Integer({ description: 'How many products have another id or code than before.' }),
    variants: Type.Integer({ description: 'How many variants have another id than before.' }),
  },
  { $id: 'AdminMappedIds' },
);
export type AdminMappedIds = Static<typeof AdminMappedIds>;

const IdQuery = Type.Object({
  id: givenText('The id as a page has it.'),
  as: Type.Optional(
    Type.Enum(['product', 'variant'], {
      type: 'string',
      description: 'Where the page gives it; `product` if left out.',
    }),
  ),
});

export const AdminIdFinding = Type.Object(
  {
    id: text('The id as it is read: of `gid://…/123`, `123`.'),
    found: orNull(Type.Enum(['product', 'variant'], { type: 'string' }), 'What has the id; null when nothing has.'),
    earlier: Type.Boolean({ description: 'It is an id that the product or variant had earlier.' }),
    why: orNull(
      Type.Enum(['handle', 'sku', 'similar', 'ids_made', 'empty', 'unknown'], { type: 'string' }),
      'Why nothing has the id: it is the handle or SKU of something, something has nearly this id, the service made the ids of the catalogue, the catalogue is empty, or none of that. Null when something has it.',
    ),
    product: orNull(
      Type.Object({ id: Type.String(), product_code: Type.String(), title: Type.String() }),
      'The product that has the id, or that `why` is about.',
    ),
    variant: orNull(
      Type.Object({ id: Type.String(), sku: Type.String(), title: Type.String() }),
      'The variant that has the id, or that `why` is about.',
    ),
    message: text('The same in words, for a developer.'),
  },
  { $id: 'AdminIdFinding' },
);
export type AdminIdFinding = Static<typeof AdminIdFinding>;

export const listProducts = {
  id: 'listProducts',
  route: 'GET /products',
  scope: 'catalog:read',
  summary: 'The products of the catalogue, by handle unless `sort` says otherwise',
  query: ProductListQuery,
  answer: Type.Array(AdminProduct),
  answered: 'One page of products.',
} satisfies Operation;

export const getProduct = {
  id: 'getProduct',
  route: 'GET /products/:product_id',
  scope: 'catalog:read',
  summary: 'One product with its variants, by its id or its code (handle)',
  params: Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) }),
  answer: AdminProduct,
  answered: 'The product.',
  refusals: { 404: '`product_not_found`' },
} satisfies Operation;

export const findId = {
  id: 'findId',
  route: 'GET /catalog/ids',
  scope: 'catalog:read',
  summary: 'What an id that a page uses means here, or why it is unknown',
  query: IdQuery,
  answer: AdminIdFinding,
  answered: 'What is known of the id.',
} satisfies Operation;
