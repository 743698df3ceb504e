import type { FormMap, FormValue } from './form.ts';
import type { Json, JsonObject } from './json.ts';
import { badParameter } from './stripe-error.ts';

/** The type of a parameter. Each address has a table of them and refuses other parameters, as Stripe does. */
export type Kind =
  | { is: 'text'; max?: number; like?: RegExp }
  | { is: 'integer'; min?: number; max?: number }
  | { is: 'boolean' }
  | { is: 'one of'; values: readonly string[] }
  | { is: 'list'; of: Kind }
  | { is: 'map'; of: Parameters }
  | { is: 'metadata' }
  | { is: 'range' };

export type Parameters = { [name: string]: Kind & { required?: true } };

const METADATA_KEYS_MAX = 50;
const METADATA_KEY_MAX = 40;
const METADATA_TEXT_MAX = 500;

/** Checks a form against the table. Throws with Stripe's codes and words. */
export function readParameters(table: Parameters, given: FormMap, at = ''): JsonObject {
  const read: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(table, name) ? table[name] : undefined;
    const param = at === '' ? name : `${at}[${name}]`;
    if (!kind) throw badParameter('parameter_unknown', param, `Received unknown parameter: ${param}`);
    read[name] = readValue(kind, value, param);
  }
  for (const [name, kind] of Object.entries(table)) {
    const param = at === '' ? name : `${at}[${name}]`;
    if (kind.required && read[name] === undefined) {
      throw badParameter('parameter_missing', param, `Missing required param: ${param}.`);
    }
  }
  return read;
}

function readValue(kind: Kind, value: FormValue, param: string): Json {
  switch (kind.is) {
    case 'map':
      return readParameters(kind.of, mapOf(value, param), param);
    case 'list':
      return Object.values(mapOf(value, param)).map((each, place) => readValue(kind.of, each, `${param}[${place}]`));
    case 'metadata':
      return value === '' ? {} : readMetadata(mapOf(value, param), param);
    case 'range':
      return typeof value === 'string' ? readScalar({ is: 'integer', min: 0 }, value, param) : readRange(value, param);
    default:
      return readScalar(kind, value, param);
  }
}

const RANGE: Parameters = Object.fromEntries(
  ['gt', 'gte', 'lt', 'lte'].map((name) => [name, { is: 'integer', min: 0 } as const]),
);

const readRange = (value: FormMap, param: string) => readParameters(RANGE, value, param);

function readScalar(
  kind: Extract<Kind, { is: 'text' | 'integer' | 'boolean' | 'one of' }>,
  value: FormValue,
  param: string,
): Json {
  if (typeof value !== 'string') throw badParameter('parameter_invalid_string', param, `Invalid string: ${param}`);
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    throw badParameter('parameter_invalid_empty', param, message);
  }
  switch (kind.is) {
    case 'integer':
      return readInteger(kind, value, param);
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw invalid(param, `Invalid boolean: ${value}`);
      return value === 'true';
    case 'one of':
      if (!kind.values.includes(value)) {
        throw invalid(param, `Invalid ${param}: must be one of ${kind.values.join(', ')}`);
      }
      return value;
    case 'text':
      if (value.length > (kind.max ?? METADATA_TEXT_MAX)) throw invalid(param, `Invalid string: ${param} is too long`);
      if (kind.like && !kind.like.test(value)) throw invalid(param, `Invalid ${param}: '${value}'`);
      return value;
  }
}

function readInteger({ min, max }: { min?: number; max?: number }, value: string, param: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw badParameter('parameter_invalid_integer', param, `Invalid integer: ${value}`);
  const number = Number(value);
  if (min !== undefined && number < min) {
    throw badParameter('parameter_invalid_integer', param, `This value must be greater than or equal to ${min}.`);
  }
  if (max !== undefined && number > max) {
    throw badParameter('parameter_invalid_integer', param, `This value must be less than or equal to ${max}.`);
  }
  return number;
}

function readMetadata(value: FormMap, param: string): JsonObject {
  const entries = Object.entries(value);
  if (entries.length > METADATA_KEYS_MAX) throw invalid(param, 'Metadata can have up to 50 keys.');
  for (const [key, text] of entries) {
    if (typeof text !== 'string') throw invalid(`${param}[${key}]`, 'Metadata values are strings.');
    if (key.length > METADATA_KEY_MAX || text.length > METADATA_TEXT_MAX) {
      throw invalid(`${param}[${key}]`, 'Metadata keys have up to 40 characters, values up to 500.');
    }
  }
  return Object.fromEntries(entries) as JsonObject;
}

function mapOf(value: FormValue, param: string): FormMap {
  if (typeof value === 'string') throw badParameter('parameter_invalid_object', param, `Invalid object: ${param}`);
  return value;
}

const invalid = (param: string, message: string) => badParameter('parameter_invalid_value', param, message);
