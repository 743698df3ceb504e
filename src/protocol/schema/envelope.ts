import type { TSchema } from 'typebox';
import { Type } from '../../platform/type.ts';

/** The `meta` of successful answers (contract: Response envelope). */
const Meta = Type.Object({ result: Type.Literal('success') });

export const success = <T extends TSchema>(data: T, description = 'Success') =>
  Type.Object({ meta: Meta, data }, { description });

const refusal = {
  code: Type.String({ description: 'A stable code, listed at /docs/errors.' }),
  message: Type.String({ description: 'A text for people, which may change.' }),
  param: Type.Optional(Type.String({ description: 'The parameter or field that caused the error.' })),
  data: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  ),
};

export const ErrorEnvelope = Type.Object(
  {
    meta: Type.Object({ result: Type.Literal('error'), request_id: Type.String() }),
    error: Type.Object({
      ...refusal,
      errors: Type.Optional(
        Type.Array(Type.Object(refusal), {
          description: 'All that is wrong, where several things are. The first is the error itself.',
        }),
      ),
    }),
  },
  { $id: 'Error' },
);
