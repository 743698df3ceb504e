import TypeBox from 'typebox';
import { expect, test } from 'vitest';
import { Type } from './type.ts';

test('schemas are those that TypeBox makes', () => {
  const about = { description: 'Words.' };
  const schemas = (t: typeof Type) => {
    const fields = t.Object({
      name: t.String({ maxLength: 9 }),
      count: t.Optional(t.Integer({ minimum: 0 })),
      share: t.Number(),
      yes: t.Boolean(),
      unit: t.Undefined(),
    });
    return [
      fields,
      t.Object({ only: t.Optional(t.Unknown(about)) }, { additionalProperties: false }),
      t.Pick(fields, ['share', 'name']),
      t.Array(t.Ref('Other'), { maxItems: 3 }),
      t.Union([t.Literal('a'), t.Literal(1), t.Literal(true), t.Null()], about),
      t.Enum(['a', 'b'], { type: 'string' }),
      t.Intersect([fields, t.Object({})], about),
      t.Record(t.String({ maxLength: 2 }), t.Integer(), about),
      t.Tuple([t.Integer(), t.String()]),
      t.Unsafe<Date>(t.Object({ at: t.Optional(t.String()) })),
    ];
  };
  expect(JSON.stringify(schemas(Type))).toBe(JSON.stringify(schemas(TypeBox)));
});
