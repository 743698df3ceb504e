import { type Context, findAny } from './books.ts';
import { isObject, type Json, type JsonObject, textOf } from './json.ts';
import { badParameter } from './stripe-error.ts';

const DEPTH_MAX = 4; // as at Stripe

/** `mayRead` throws if the caller's key may not read objects of a type. */
type Reader = Context & { mayRead(type: string): void };

/** Replaces ids by their objects, at paths such as `latest_charge` or `data.payment_method`. */
export async function expand(context: Reader, object: JsonObject, paths: readonly string[]): Promise<JsonObject> {
  let whole = object;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > DEPTH_MAX) throw cannot(path);
    const expanded = await expandPath(context, whole, parts);
    if (!isObject(expanded)) throw cannot(path);
    whole = expanded;
  }
  return whole;
}

async function expandPath(context: Reader, at: Json, [part, ...rest]: readonly string[]): Promise<Json> {
  if (Array.isArray(at)) {
    const all: Json[] = []; // in sequence: they share a connection
    for (const each of at) all.push(await expandPath(context, each, [part ?? '', ...rest]));
    return all;
  }
  if (part === undefined || !isObject(at)) return at;
  const value = at[part];
  if (value === undefined) throw cannot(part);
  const whole = typeof value === 'string' ? await findAny(context, value) : value;
  if (typeof value === 'string' && whole === null) throw cannot(part);
  if (typeof value === 'string' && isObject(whole)) context.mayRead(textOf(whole.object));
  return { ...at, [part]: rest.length === 0 ? whole : await expandPath(context, whole, rest) };
}

function cannot(path: string) {
  return badParameter('parameter_invalid_value', 'expand', `This property cannot be expanded (${path}).`);
}
