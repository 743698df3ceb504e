import { type DocumentNode, type FieldNode, Kind, parse, type SelectionSetNode, validate } from 'graphql';
import { run } from './execute.ts';
import { adminSchema } from './schema.ts';
import type { BulkOperation, Root, Shop } from './things.ts';

const RUNNING_MAX = 5;

/** Bulk operations: a query runs for a while, and its answer is a file with an object on each line. */
export function bulkRoot(shop: Shop): Root {
  return {
    bulkOperation: ({ id }) => shop.bulkOperations.find((one) => one.id === id) ?? null,
    bulkOperationRunQuery: ({ query, groupObjects }) => {
      const refuse = (message: string) => ({
        bulkOperation: null,
        userErrors: [{ field: ['query'], message, code: null }],
      });
      const document = parse(String(query));
      const [error] = validate(adminSchema().schema, document);
      if (error) return refuse(`Invalid bulk query: ${error.message}`);
      if (connectionsIn(document) === 0) return refuse('The bulk query must contain at least one connection.');
      if (
        shop.bulkOperations.filter(({ status }) => status === 'CREATED' || status === 'RUNNING').length >= RUNNING_MAX
      ) {
        return refuse('A bulk query operation for this app and this store is already in progress.');
      }
      const operation = newOperation(shop, String(query));
      shop.bulkOperations.push(operation);
      void fill(shop, operation, { document, grouped: groupObjects === true });
      return { bulkOperation: { ...operation }, userErrors: [] };
    },
  };
}

function newOperation(shop: Shop, query: string): BulkOperation {
  const counts = { objectCount: '0', rootObjectCount: '0', fileSize: null, url: null, lines: '' };
  return {
    __typename: 'BulkOperation',
    id: shop.nextId('BulkOperation'),
    query,
    status: 'CREATED',
    errorCode: null,
    ...counts,
  };
}

async function fill(
  shop: Shop,
  operation: BulkOperation,
  how: { document: DocumentNode; grouped: boolean },
): Promise<void> {
  const { data } = await run({ shop, bulk: true }, how.document, {});
  const root = how.document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (!data || root?.kind !== Kind.OPERATION_DEFINITION) {
    Object.assign(operation, { status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR' });
    return;
  }
  const lines: Line[] = [];
  collect(data, root.selectionSet, { lines, parentId: undefined });
  const ordered = how.grouped
    ? lines
    : lines.toSorted((one, other) => Number('__parentId' in one) - Number('__parentId' in other));
  operation.lines = ordered.map((one) => `${JSON.stringify(one)}\n`).join('');
  operation.objectCount = String(lines.length);
  operation.rootObjectCount = String(lines.filter((one) => !('__parentId' in one)).length);
  operation.fileSize = String(Buffer.byteLength(operation.lines));
  operation.status = 'RUNNING';
}

/** Ends a running operation; an empty answer has no file. */
export function finish(operation: BulkOperation, origin: string): void {
  if (operation.status !== 'RUNNING') return;
  operation.status = 'COMPLETED';
  operation.url = operation.lines === '' ? null : `${origin}/bulk/${encodeURIComponent(operation.id)}.jsonl`;
}

type Line = Record<string, unknown>;

function collect(source: Line, set: SelectionSetNode, into: { lines: Line[]; parentId: unknown }): void {
  for (const field of set.selections) {
    if (field.kind !== Kind.FIELD || !isConnection(field)) continue;
    const found = source[field.alias?.value ?? field.name.value] as { nodes?: Line[]; edges?: { node: Line }[] };
    const inner = nodeSelection(field);
    for (const node of found.nodes ?? found.edges?.map((edge) => edge.node) ?? []) {
      const nested = inner.selections
        .filter((one) => one.kind === Kind.FIELD && isConnection(one))
        .map((one) => (one as FieldNode).name.value);
      const own = Object.fromEntries(Object.entries(node).filter(([name]) => !nested.includes(name)));
      into.lines.push(into.parentId === undefined ? own : { ...own, __parentId: into.parentId });
      collect(node, inner, { lines: into.lines, parentId: node.id });
    }
  }
}

function isConnection(field: FieldNode): boolean {
  return (
    field.selectionSet?.selections.some(
      (one) => one.kind === Kind.FIELD && ['nodes', 'edges'].includes(one.name.value),
    ) ?? false
  );
}

function nodeSelection(field: FieldNode): SelectionSetNode {
  const none: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] };
  const inner = field.selectionSet?.selections.find(
    (one) => one.kind === Kind.FIELD && ['nodes', 'edges'].includes(one.name.value),
  );
  if (inner?.kind !== Kind.FIELD) return none;
  if (inner.name.value === 'nodes') return inner.selectionSet ?? none;
  const node = inner.selectionSet?.selections.find((one) => one.kind === Kind.FIELD && one.name.value === 'node');
  return (node?.kind === Kind.FIELD ? node.selectionSet : undefined) ?? none;
}

function connectionsIn(document: DocumentNode): number {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return 0;
  return operation.selectionSet.selections.filter((one) => one.kind === Kind.FIELD && isConnection(one)).length;
}
