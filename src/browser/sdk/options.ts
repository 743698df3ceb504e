import type { PlacementSetting, PlacementType } from '../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { serviceError } from './errors.ts';
import { BYTES_MAX, PROPERTIES_MAX, VALUE_MAX } from './limits.ts';

/** The types of container that a page may have. */
export type ContainerType = PlacementType | 'pre-order-status-placement';

/** The checked options of `load` and `update`. In an update, an absent option keeps its value and null clears it. */
export type Options = {
  /** Names the container. */
  ref: { placementType: ContainerType; instanceId?: string | undefined };
  /** Names the product, as a part of a frame document's query. */
  product?: string | undefined;
  properties?: LineItemProperties | null | undefined;
  /** Settings that are sent to the frame. */
  setting: PlacementSetting;
};

type OptionValues = Record<string, unknown>;
type Optional<T> = T | null | undefined;

/**
 * Creates a reader for an option of the given `typeof` types. It converts the value with `read`, and returns null or
 * undefined for an option without a value. It throws if the type is wrong, or if reading the option throws.
 */
const optionOf =
  <T, R = T>(types: string, read = (value: T) => value as unknown as R) =>
  (given: unknown, name: string): Optional<R> => {
    try {
      const value = (given as OptionValues | undefined)?.[name];
      if (value == null) return value as null;
      if (types.includes(typeof value)) return read(value as T);
    } catch {}
    throw serviceError('invalid_parameter', name);
  };

export const text = optionOf<string>('string');
export const flag = optionOf<boolean>('boolean');
/**
 * Reads an id as the page has it: text or a number. '' counts as none, because templates write it. The service also knows
 * the other forms of an id.
 */
export const externalId = optionOf<unknown, string>('string number bigint', (given) => {
  const id = `${given}`.trim();
  check(id.length <= VALUE_MAX);
  return id;
});
const styles = optionOf('object', (declarations: object) => Object.fromEntries(texts(Object.entries(declarations))));
const lineItemProperties = optionOf('object', readProperties);

/** Returns the value, or throws an error that names what is missing. */
export function required<T>(value: Optional<T>, about?: string, code = 'missing_parameter'): T {
  if (!value) throw serviceError(code, about);
  return value;
}

/** Throws unless `isRight`. A check within an option's reader needs no `about`: `optionOf` adds the option's name. */
export function check(isRight: boolean, about?: string): asserts isRight {
  required(isRight, about, 'invalid_parameter');
}

export function readOptions(given: unknown): Options {
  const placementType = text(given, 'placementType');
  check(/^(button|price|withdrawal)$/.test(placementType as string), 'placementType');
  const names = { product: 'productId', code: 'productCode', sku: 'sku' };
  const [product] = Object.entries(names).flatMap(([parameter, name]) => {
    const id = externalId(given, name);
    return id ? `${new URLSearchParams({ [parameter]: id })}` : [];
  });
  const setting: PlacementSetting = { v: externalId(given, 'skuId'), f: flag(given, 'fallbackToSoldOut') };
  for (const part of ['style', 'hoverStyle', 'disabledStyle', 'labelStyle'] as const)
    setting[part] = styles(given, part);
  return {
    // Through JSON, which drops the keys that are undefined.
    ...(JSON.parse(
      JSON.stringify({ product, properties: lineItemProperties(given, 'lineItemProperties'), setting }),
    ) as Omit<Options, 'ref'>),
    ref: { placementType: placementType as PlacementType, instanceId: text(given, 'instanceId') as string | undefined },
  };
}

/**
 * Turns values into text and leaves out null and undefined. A too long value is cut to one character over the limit, so
 * it still fails the check.
 */
function texts(pairs: [string, unknown][]): [string, string][] {
  return pairs.flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`.slice(0, VALUE_MAX + 1)]]));
}

/**
 * Returns the properties in the shape that they were given in. The service checks them again; this check tells the page's
 * developer early.
 */
function readProperties(given: object): LineItemProperties {
  const isArray = Array.isArray(given);
  const properties = texts(isArray ? given.map(({ name, value }) => [name, value]) : Object.entries(given));
  const shaped = isArray ? properties.map(([name, value]) => ({ name, value })) : Object.fromEntries(properties);
  // Names that begin with `__` are reserved for the service.
  const fits = ([name, value]: [string, string]) => /^(?!__).{1,100}$/s.test(name) && value.length <= VALUE_MAX;
  check(properties.every(fits) && !properties[PROPERTIES_MAX] && new Blob([JSON.stringify(shaped)]).size <= BYTES_MAX);
  return shaped;
}
