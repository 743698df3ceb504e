import type { PlacementSetting } from '../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { serviceError } from './errors.ts';
import { BYTES_MAX, PROPERTIES_MAX, VALUE_MAX } from './limits.ts';

/** What an element of the page may be a container of. */
export type ContainerType = 'button' | 'price' | 'pre-order-status-placement';

/** What `load` and `update` were given, checked. What is absent stays as it is, null clears. */
export type Options = {
  /** What every event of the placement says of it. */
  ref: { placementType: ContainerType; instanceId: string | undefined };
  /** Which product, as the query of a frame's document. */
  product?: string | undefined;
  properties?: LineItemProperties | null | undefined;
  /** What the frame is told. */
  setting: PlacementSetting;
};

type Given = Record<string, unknown>;
type Optional<T> = T | null | undefined;

/** The option `name`, null or undefined where there is none; throws when its type is not among `types`. */
export function option<T>(given: unknown, name: string, types: string): Optional<T> {
  let value: unknown;
  try {
    value = (given as Given | undefined)?.[name];
  } catch {
    throw serviceError('invalid_parameter', name);
  }
  if (value != null && !types.includes(typeof value)) throw serviceError('invalid_parameter', name);
  return value as Optional<T>;
}

/** The value; where there is none the page is told what of. */
export function required<T>(value: Optional<T>, about: string, code = 'missing_parameter'): T {
  if (!value) throw serviceError(code, about);
  return value;
}

/** An id as the page has it: text or a number. Templates write '' for none. The service knows its other forms. */
export function externalId(given: unknown, name: string): Optional<string> {
  const id = option<string | number | bigint>(given, name, 'string number bigint');
  return id == null ? id : `${id}`.trim() || null;
}

export function readOptions(given: unknown): Options {
  const placementType = option<ContainerType>(given, 'placementType', 'string');
  if (placementType !== 'button' && placementType !== 'price') throw serviceError('invalid_parameter', 'placementType');
  const names = { product: 'productId', code: 'productCode', sku: 'sku' };
  const [product] = Object.entries(names).flatMap(([parameter, name]) => {
    const id = externalId(given, name);
    return id ? `${new URLSearchParams({ [parameter]: id })}` : [];
  });
  const setting: PlacementSetting = { v: externalId(given, 'skuId'), f: option(given, 'fallbackToSoldOut', 'boolean') };
  for (const part of ['style', 'hoverStyle', 'disabledStyle', 'labelStyle'] as const) {
    const declarations = option<object>(given, part, 'object');
    setting[part] = declarations && Object.fromEntries(texts(Object.entries(declarations)));
  }
  const properties = readProperties(option(given, 'lineItemProperties', 'object'));
  return {
    // Keys that are undefined do not come along.
    ...(JSON.parse(JSON.stringify({ product, properties, setting })) as Omit<Options, 'ref'>),
    ref: { placementType, instanceId: option<string>(given, 'instanceId', 'string') ?? undefined },
  };
}

/** Values as text, without those that are not there. What is too long stays too long, but not without end. */
function texts(pairs: [string, unknown][]): [string, string][] {
  return pairs.flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`.slice(0, VALUE_MAX + 1)]]));
}

/** The same shape as given. The service looks again; here the developer hears of what is wrong while there is time. */
function readProperties(given: Optional<object>): Optional<LineItemProperties> {
  if (!given) return given;
  const isArray = Array.isArray(given);
  const properties = texts(isArray ? given.map((pair) => [pair?.name, pair?.value]) : Object.entries(given));
  const shaped = isArray ? properties.map(([name, value]) => ({ name, value })) : Object.fromEntries(properties);
  // Names that begin with `__` are ours.
  const fits = ([name, value]: [string, string]) => /^(?!__).{1,100}$/s.test(name) && value.length <= VALUE_MAX;
  const { size } = new Blob([JSON.stringify(shaped)]);
  if (!properties.every(fits) || properties.length > PROPERTIES_MAX || size > BYTES_MAX) {
    throw serviceError('invalid_parameter', 'lineItemProperties');
  }
  return shaped;
}
