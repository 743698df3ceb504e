import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Compile, type Validator } from 'typebox/schema';
import { AppError } from '../domain/error.ts';

// The response names the parameter. Some routes let the caller choose the name, so its length is limited.
const PARAM_LENGTH_MAX = 100;

/**
 * Checks parameters and bodies against their TypeBox schema, and refuses text that PostgreSQL or UTF-8 cannot hold. Query, path
 * and header values arrive as text and are converted to the schema's types; bodies are not converted. Returns the error
 * `missing_parameter` or `invalid_parameter` with the parameter's name, or `missing_api_key`. A schema is compiled when a route first
 * needs it: all routes together take half a second, and a start must not wait for them.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validator: Validator | undefined;
  return (given: unknown) => {
    validator ??= Compile(schema);
    const compiled = validator;
    let value = given;
    if (!compiled.Check(value)) {
      if (httpPart !== 'body') value = convert(schema, value);
      const [, errors] = compiled.Errors(value);
      if (errors.length > 0) return { error: refusal(errors, httpPart) };
    }
    const unstorable = findUnstorable(value);
    if (unstorable) {
      const param = unstorable.path.slice(0, PARAM_LENGTH_MAX);
      return { error: new AppError('invalid_parameter', `${param} ${unstorable.why}.`, { param }) };
    }
    return { value };
  };
};

function refusal(errors: TLocalizedValidationError[], httpPart: string | undefined): AppError {
  // An error about `api_key` is reported first. `additionalProperties` says more than the `false` schema (keyword `boolean`).
  const error = errors.find((each) => paramOf(each) === 'api_key') ?? errors.find((each) => each.keyword !== 'boolean');
  const param = error ? paramOf(error) : '';
  if (!error || param === '') {
    return new AppError('invalid_parameter', 'The body must be a JSON object.', { param: 'body' });
  }
  const missing = error.keyword === 'required' || (error.keyword === 'minLength' && httpPart !== 'body');
  if (missing && param === 'api_key') return new AppError('missing_api_key', 'api_key is missing.', { param });
  if (missing) return new AppError('missing_parameter', `${param} is missing.`, { param });
  if (error.keyword === 'additionalProperties') {
    return new AppError('invalid_parameter', `${param} is unknown.`, { param });
  }
  if (error.keyword === 'minLength' && error.params.limit === 1) {
    return new AppError('invalid_parameter', `${param} is empty.`, { param, data: { reason: 'empty' } });
  }
  return new AppError('invalid_parameter', `${param} ${complaint(error, httpPart)}.`, { param });
}

type Convertible = TSchema & { type?: string; properties?: Record<string, TSchema> };

const BOOLEANS: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };

/** Returns the fields of a query, a path or headers, which are text, as their schema has them. Text of another kind stays, and is refused. */
function convert(schema: Convertible, given: unknown): unknown {
  const { type, properties } = schema;
  if (properties)
    return Object.fromEntries(
      Object.entries(given as object).map(([name, value]) => [name, convert(properties[name] ?? {}, value)]),
    );
  if (typeof given !== 'string') return given;
  if (type === 'boolean') return BOOLEANS[given.toLowerCase()] ?? given;
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : given;
  return given;
}

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** Returns the validator's message, with plain names for types. A query parameter is text, and becomes a list if it is repeated. */
function complaint(error: TLocalizedValidationError, httpPart: string | undefined): string {
  const type = error.keyword === 'type' ? String(error.params.type) : '';
  if (httpPart === 'querystring' && type === 'string') return 'comes more than once';
  return TYPES[type] ? `must be ${TYPES[type]}` : error.message;
}

/** Turns the pointer `/address/postalCode` into `address.postalCode`. */
function paramOf(error: TLocalizedValidationError): string {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (error.keyword === 'required') path.push(error.params.requiredProperties[0] ?? '');
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperties[0] ?? ''));
  return path.join('.').slice(0, PARAM_LENGTH_MAX);
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

const CHARACTERS = 'contains characters that cannot be stored';

/**
 * Returns the path of a value or key that cannot be stored. PostgreSQL's text cannot hold NUL, and a lone surrogate
 * would be read back as another text. A number above 2^53 is no longer the one that was sent, and fits no column. Uses its own stack, so
 * a deeply nested body cannot overflow the call stack.
 */
function findUnstorable(root: unknown): { path: string; why: string } | undefined {
  const stack: [string, unknown][] = [['', root]];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [path, value] = entry;
    if (typeof value === 'string' && !isStorable(value)) return { path: path || 'body', why: CHARACTERS };
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      return { path: path || 'body', why: 'is too large a number' };
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return { path: path || 'body', why: CHARACTERS };
      stack.push([path ? `${path}.${key}` : key, child]);
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
