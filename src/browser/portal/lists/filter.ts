import type { FunctionComponent } from 'preact';
import type { Filters } from '../requests/where.ts';
import type { PortalKey } from '../texts.ts';

type Named<Key> = Key extends `list.by.${infer Name}` ? Name : never;

/** Reads what the address holds by a name; empty where that is nothing, or nothing that the filter knows. */
export type Read = (name: string) => string;
export type WindowProps = { filters: Filters; onClose: () => void };

/** A filter of a list, which lives in the address: how its value is told, and how it is chosen. */
export type ListFilter = {
  /** The last part of the key of its label. */
  label: Named<PortalKey>;
  /** The names in the address that it has. */
  names: readonly string[];
  /** Names that go with it: a variant means nothing without its product. */
  clears?: readonly string[];
  isKnown?: (value: string, name: string) => boolean;
  /** The value in words. What the store no longer has stands as it is named in the address. */
  Value: FunctionComponent<{ read: Read }>;
  /** Undefined where the value is chosen elsewhere: tabs show it, so only one that is not known has a chip. */
  Window?: FunctionComponent<WindowProps>;
  /** What a person has to see to choose a value. */
  scope?: string;
  isOffered?: (read: Read) => boolean;
};

/** Returns how known values are read from the address. A link may be mistyped, or older than what it names. */
export function knownOf(list: readonly ListFilter[], { read }: Pick<Filters, 'read'>): Read {
  return (name) => {
    const value = read(name);
    const filter = list.find(({ names }) => names.includes(name));
    return filter?.isKnown?.(value, name) === false ? '' : value;
  };
}

/** Returns the parameters of a request that the address has values for. */
export const given = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Returns what leaves out all filters of a list. */
export const cleared = (list: readonly Pick<ListFilter, 'names' | 'clears'>[]): Record<string, string> =>
  Object.fromEntries(list.flatMap(({ names, clears = [] }) => [...names, ...clears].map((name) => [name, ''])));
