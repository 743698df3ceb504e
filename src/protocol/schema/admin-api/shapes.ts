import type { Static, TNull, TObject, TSchema, TString, TUnion } from 'typebox';
import { Type } from '../../../platform/type.ts';

/** The private HTTP API of merchants' own systems, `/admin/api/v1`. Version 1 may gain fields and never loses one. */
export const PRIVATE_API = 'Private API';

export const text = (description: string) => Type.String({ description });
export const orNull = <T extends TSchema>(type: T, description: string) =>
  Type.Union([type, Type.Null()], { description });
export type OrNull<T extends TSchema> = TUnion<[T, TNull]>;

// A format names the kind of a field: `src/surfaces/fields.ts` reads and writes the value of each kind.

export type AmountField = TString & { format: 'decimal' };
export const amount = (description = 'An amount in `currency`, as a decimal such as `129.00`.') =>
  Type.String({ format: 'decimal', description }) as AmountField;

export type TimeField = TString & { format: 'date-time' };
export const time = Type.String({ format: 'date-time' }) as TimeField;

/** A time in a request. People and datetime fields write it without an offset, which `date-time` would refuse. */
export type MomentField = TString & { format: 'moment' };
export const moment = Type.String({
  format: 'moment',
  maxLength: 100,
  description: '`2026-06-01 09:00` on the store’s clock, or with an offset: `2026-06-01T09:00:00Z`.',
}) as MomentField;

/** The first and the last of some days, in a query. */
export const firstDay = Type.Optional(
  Type.String({
    maxLength: 100,
    description: "The first day on the store's clock, such as `2026-06-01`, or a time.",
  }),
);
export const lastDay = Type.Optional(
  Type.String({ maxLength: 100, description: "The last day on the store's clock, or a time that is no longer in it." }),
);

export const id = Type.String({ format: 'uuid' });

export type PartField = TUnion<
  [TObject<{ percent: ReturnType<typeof Type.Number> }>, TObject<{ amount: AmountField }>]
>;
/** A part of a price in an answer. */
export const part = (description: string): PartField =>
  Type.Union([Type.Object({ percent: Type.Number() }), Type.Object({ amount: amount() })], { description });
/** A part of a price in a request. */
export const givenPart = (description: string): PartField =>
  Type.Union(
    [
      Type.Object({ percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }) }, { additionalProperties: false }),
      Type.Object({ amount: amount() }, { additionalProperties: false }),
    ],
    { description },
  );

const PAGE_MAX = 250;
export const PAGE_DEFAULT = 50;
const CURSOR_LENGTH_MAX = 200;

export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Entries on a page.' }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CURSOR_LENGTH_MAX,
      description: '`meta.next` of the page before. Without it, the first page.',
    }),
  ),
});
export type PageQuery = Static<typeof PageQuery>;

/** The values of a reason, by their names. */
export const ReasonValues = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
);

/** A reason beside its English sentence. */
export const Reason = Type.Object({
  reason_code: orNull(Type.String(), 'The reason as a stable name, such as `not_amount`; null where it has none.'),
  reason_values: orNull(ReasonValues, 'What the reason speaks of.'),
});

/** How a CSV file is written. */
export const CsvQuery = Type.Object({
  bom: Type.Optional(Type.Boolean({ description: 'With the byte order mark that Excel needs; true if left out.' })),
});

/** The body of an act that needs no more than its address: an empty object, or nothing. */
export const NoBody = Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()], {
  description: 'Nothing, or `{}`.',
});

/** The headers of every writing route. */
export const WriteHeaders = Type.Object({
  'idempotency-key': Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Your own name for this request, such as a UUID. The same request with the same key is done once; keys are kept 7 days.',
  }),
  'if-match': Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The `ETag` that you read: the write is refused if it was changed since.',
    }),
  ),
});

/** An answer with one page of a list. */
export const page = <T extends TSchema>(entry: T, description: string) =>
  Type.Object(
    {
      meta: Type.Object({
        result: Type.Literal('success'),
        next: orNull(Type.String(), 'The cursor of the next page; null on the last one.'),
      }),
      data: Type.Array(entry),
    },
    { description },
  );

/** An answer with one page of a list that is searched by words. */
export const searchedPage = <T extends TSchema>(entry: T, description: string) => {
  const { meta, data } = page(entry, description).properties;
  const incomplete = Type.Boolean({
    description:
      'True where `q` ended early, or finds more than a search shows: there may be others. More words, or longer ones, find them.',
  });
  return Type.Object({ meta: Type.Object({ ...meta.properties, incomplete }), data }, { description });
};

export const Window = Type.Object(
  { from: Type.String({ format: 'date' }), until: Type.String({ format: 'date' }), version: Type.Integer() },
  { description: 'The ship window that holds now. Each move has a new version.' },
);
