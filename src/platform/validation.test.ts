import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { expect, test } from 'vitest';
import { Type } from './type.ts';
import { validatorCompiler } from './validation.ts';

const schema = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  all: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String()),
});
const validate = (httpPart: string, given: object) =>
  validatorCompiler({ schema, httpPart, method: 'GET', url: '/' } as FastifyRouteSchemaDef<TSchema>)(given);

test('reads the text of a query as the schema says', () => {
  expect(validate('querystring', { limit: '12', all: 'TRUE', name: '7' })).toEqual({
    value: { limit: 12, all: true, name: '7' },
  });
  expect(validate('querystring', { all: '0' })).toEqual({ value: { all: false } });
});

test.each(['', '1.5', '1e3', '0x10', 'true', 'many'])('refuses “%s” as a whole number', (limit) => {
  expect(validate('querystring', { limit })).toMatchObject({
    error: { code: 'invalid_parameter', info: { param: 'limit' } },
  });
});

test('refuses a parameter that comes twice, and converts no body', () => {
  expect(validate('querystring', { name: ['a', 'b'] })).toMatchObject({
    error: { message: 'name comes more than once.' },
  });
  expect(validate('body', { limit: '12' })).toMatchObject({ error: { message: 'limit must be a whole number.' } });
});
