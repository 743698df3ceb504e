import type { PlacementSetting } from '../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { serviceError } from './errors.ts';
import { BYTES_MAX, PROPERTIES_MAX, VALUE_MAX } from './limits.ts';

/** What an element of the page may be a container of. */
export type ContainerType = 'button' | 'price' | 'pre-order-status-placement';

/** What `load` and `update` were given, checked. What is absent stays as it is, null clears. */
export type Options = {
  /** Which container. */
  ref: { placementType: ContainerType; instanceId: string | undefined };
  /** Which product, as the query of a frame's document. */
  product?: string | undefined;
  properties?: LineItemProperties | null | undefined;
  /** What the frame is told. */
  setting: PlacementSetting;
};

type Given = Record<string, unknown>;
type Optional<T> = T | null | undefined;

/**
 * Reads an option of one of these types as `read` takes it: null or undefined where there is none. Throws for what is of
 * another type, and for what throws when it is read.
 */
const optionOf =
  <T, R = T>(types: string, read = (value: T) => value as unknown as R) =>
  (given: unknown, name: string): Optional<R> => {
    try {
      const value = (given as Given | undefined)?.[name];
      if (value == null) return value as null;
      if (types.includes(typeof value)) return read(value as T);
    } catch {}
    throw serviceError('invalid_parameter', name);
  };

export const text = optionOf<string>('string');
export const flag = optionOf<boolean>('boolean');
/** An id as the page has it: text or a number. Templates write '' for none. The service knows its other forms. */
export const externalId = optionOf<unknown, string>('string number bigint', (given) => {
  const id = `${given}`.trim();
  check(id.length <= VALUE_MAX);
  return id;
});
const styles = optionOf('object', (declarations: object) => Object.fromEntries(texts(Object.entries(declarations))));
const lineItemProperties = optionOf('object', readProperties);

/** The value; where there is none the page is told what of. */
export function required<T>(value: Optional<T>, about?: string, code = 'missing_parameter'): T {
  if (!value) throw serviceError(code, about);
  return value;
}

/** Whoever reads an option need not say what it is `about`: `optionOf` does. */
export function check(isRight: boolean, about?: string): asserts isRight {
  required(isRight, about, 'invalid_parameter');
}

export function readOptions(given: unknown): Options {
  const placementType = text(given, 'placementType');
  check(placementType === 'button' || placementType === 'price', 'placementType');
  const names = { product: 'productId', code: 'productCode', sku: 'sku' };
  const [product] = Object.entries(names).flatMap(([parameter, name]) => {
    const id = externalId(given, name);
    return id ? `${new URLSearchParams({ [parameter]: id })}` : [];
  });
  const setting: PlacementSetting = { v: externalId(given, 'skuId'), f: flag(given, 'fallbackToSoldOut') };
  for (const part of ['style', 'hoverStyle', 'disabledStyle', 'labelStyle'] as const)
    setting[part] = styles(given, part);
  return {
    // Keys that are undefined do not come along.
    ...(JSON.parse(
      JSON.stringify({ product, properties: lineItemProperties(given, 'lineItemProperties'), setting }),
    ) as Omit<Options, 'ref'>),
    ref: { placementType, instanceId: text(given, 'instanceId') as string | undefined },
  };
}

/** Values as text, without those that are not there. What is too long stays too long, but not without end. */
function texts(pairs: [string, unknown][]): [string, string][] {
  return pairs.flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`.slice(0, VALUE_MAX + 1)]]));
}

/** The same shape as given. The service looks again; here the developer hears of what is wrong while there is time. */
function readProperties(given: object): LineItemProperties {
  const isArray = Array.isArray(given);
  const properties = texts(isArray ? given.map(({ name, value }) => [name, value]) : Object.entries(given));
  const shaped = isArray ? properties.map(([name, value]) => ({ name, value })) : Object.fromEntries(properties);
  // Names that begin with `__` are ours.
  const fits = ([name, value]: [string, string]) => /^(?!__).{1,100}$/s.test(name) && value.length <= VALUE_MAX;
  check(properties.every(fits) && !properties[PROPERTIES_MAX] && new Blob([JSON.stringify(shaped)]).size <= BYTES_MAX);
  return shaped;
}
