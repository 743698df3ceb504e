import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
} from 'graphql';
import { adminSchema } from './schema.ts';
import type { Args, Shop } from './things.ts';

/** A field of an object that depends on its arguments. */
type Computed = (args: Args) => unknown;

type Page = { first?: number; last?: number; after?: string; before?: string; reverse?: boolean };

/** `bulk` gives connections whole, as bulk operations do. */
export type Context = { shop: Shop; bulk?: boolean };

/**
 * Runs an operation on the store. Lists stand in for connections; a field of which the stand-in knows nothing is an error, so
 * that nobody takes null for an answer of Shopify.
 */
export async function run(context: Context, document: DocumentNode, variables: Args): Promise<ExecutionResult> {
  return execute({
    schema: adminSchema().schema,
    document,
    variableValues: variables,
    contextValue: context,
    fieldResolver: resolveField,
    typeResolver: (value: { __typename?: string; id?: string }) =>
      value.__typename ?? /^gid:\/\/shopify\/(\w+)\//.exec(value.id ?? '')?.[1],
  });
}

const resolveField: GraphQLFieldResolver<unknown, Context, Args> = (...call) => {
  const [source, args, context, info] = call;
  const { parentType, fieldName, returnType } = info;
  refuseProtected(context.shop, parentType.name, { field: fieldName, answer: getNamedType(returnType).name });
  const isRoot = parentType.name === 'QueryRoot' || parentType.name === 'Mutation';
  const value = isRoot ? context.shop.root[fieldName]?.(args, info) : fieldOf(source, fieldName, args);
  if (value === undefined) throw new GraphQLError(`The stand-in knows nothing of ${parentType.name}.${fieldName}.`);
  const isConnection = getNamedType(returnType).name.endsWith('Connection') && Array.isArray(value);
  return isConnection ? connection(value, args, context.bulk ?? false) : value;
};

const PROTECTED = 'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.';

/** Refuses what the app is not approved for: an object wherever it is answered, or one field. Nothing else of the answer is lost. */
function refuseProtected({ denied }: Shop, type: string, { field, answer }: { field: string; answer: string }): void {
  const object = [answer, answer.replace(/Connection$/, '')].find((name) => denied.has(name));
  const what = object
    ? `access the ${object} object`
    : denied.has(`${type}.${field}`)
      ? `use the ${field} field`
      : null;
  if (what === null) return;
  throw new GraphQLError(`This app is not approved to ${what}. ${PROTECTED}`, {
    extensions: { code: 'ACCESS_DENIED' },
  });
}

function fieldOf(source: unknown, field: string, args: Args): unknown {
  const value = (source as Record<string, unknown>)[field];
  return typeof value === 'function' ? (value as Computed)(args) : value;
}

function connection(all: { id: string }[], args: Args, whole: boolean) {
  const given = Object.entries(args).filter(([, value]) => value !== null); // null is as good as nothing
  const { first, last, after, before, reverse }: Page = Object.fromEntries(given);
  if (first === undefined && last === undefined && !whole) {
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  }
  if (Math.max(first ?? 0, last ?? 0) > 250) throw new GraphQLError('first cannot exceed 250');
  const ordered = reverse ? all.toReversed() : all;
  const start = after === undefined ? 0 : positionOf(ordered, after) + 1;
  const end = before === undefined ? ordered.length : positionOf(ordered, before);
  const within = ordered.slice(start, end);
  const nodes = last === undefined ? within.slice(0, whole ? undefined : first) : within.slice(-last);
  const cursors = nodes.map(({ id }) => cursorOf(id));
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: cursorOf(node.id) })),
    pageInfo: {
      hasNextPage: nodes.length > 0 && nodes.at(-1) !== ordered.at(-1),
      hasPreviousPage: nodes.length > 0 && nodes[0] !== ordered[0],
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
    },
  };
}

function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function positionOf(ordered: { id: string }[], cursor: string): number {
  const id = Buffer.from(cursor, 'base64url').toString();
  const index = ordered.findIndex((one) => one.id === id);
  if (index === -1) throw new GraphQLError('Invalid cursor for current pagination sort.');
  return index;
}
