import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import type { Bucket } from './things.ts';

const MUTATION_COST = 10;
/** Shopify refuses a single query above it, however full the bucket is. */
export const COST_MAX = 1_000;

type Counting = { variables: Readonly<Record<string, unknown>>; fragments: Map<string, FragmentDefinitionNode> };

/**
 * Returns what Shopify would want for an operation at most: a point for each object, two for each connection and all that it
 * may hold, ten for a mutation.
 */
export function requestedCost(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  let cost = 0;
  for (const one of document.definitions) {
    if (one.kind !== Kind.OPERATION_DEFINITION) continue;
    const inner = costOf(one.selectionSet, { variables, fragments });
    cost += one.operation === 'mutation' ? MUTATION_COST + inner : inner;
  }
  return cost;
}

function costOf(set: SelectionSetNode, counting: Counting): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) cost += costOfField(selection, counting);
    if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(selection.selectionSet, counting);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = counting.fragments.get(selection.name.value);
      if (fragment) cost += costOf(fragment.selectionSet, counting);
    }
  }
  return cost;
}

function costOfField(field: FieldNode, counting: Counting): number {
  if (!field.selectionSet) return 0;
  if (field.name.value === 'pageInfo') return 0;
  const inner = costOf(field.selectionSet, counting);
  const isConnection = field.selectionSet.selections.some(
    (one) => one.kind === Kind.FIELD && (one.name.value === 'nodes' || one.name.value === 'edges'),
  );
  if (field.name.value === 'nodes' && !field.arguments?.length) return 1 + inner; // of a connection: one of its objects
  return isConnection ? 2 + pageSize(field, counting) * inner : 1 + inner;
}

function pageSize(field: FieldNode, { variables }: Counting): number {
  const argument = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last');
  if (argument?.value.kind === Kind.INT) return Number(argument.value.value);
  if (argument?.value.kind === Kind.VARIABLE) return Number(variables[argument.value.name.value] ?? 0);
  return 0;
}

/** Returns what an operation cost in the end: its objects that there are. */
export function actualCost(data: unknown, isMutation: boolean): number {
  return (isMutation ? MUTATION_COST : 0) + objectsIn(data) - 1;
}

function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + objectsIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + objectsIn(one), 1);
}

export function createBucket(maximumAvailable: number, restoreRate: number, now: () => number): Bucket {
  let available = maximumAvailable;
  let at = now();
  const restore = () => {
    available = Math.min(maximumAvailable, available + ((now() - at) / 1_000) * restoreRate);
    at = now();
  };
  return {
    take(cost) {
      restore();
      if (cost > available) return false;
      available -= cost;
      return true;
    },
    giveBack(cost) {
      available = Math.min(maximumAvailable, available + cost);
    },
    status() {
      restore();
      return { maximumAvailable, currentlyAvailable: Math.floor(available), restoreRate };
    },
  };
}
