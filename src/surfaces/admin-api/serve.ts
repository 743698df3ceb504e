import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TArray, TSchema } from 'typebox';
import type { Basics } from '../../core/deps.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import {
  type AnswerOf,
  type BulkOperation,
  type FileOperation,
  type InputOf,
  type Operation,
  routeOf,
  type WriteOperation,
} from '../../protocol/schema/admin-api/operation.ts';
import { type PageQuery, page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { csvOf, type Sheet } from '../csv.ts';
import type { Deps } from '../deps.ts';
import { etagOf } from '../version.ts';
import { pageOf, reading, readPage, sendCsv, success, writing } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody, type Rows } from './bulk.ts';
import type { ByHand } from './by-hand.ts';
import { acceptFiles, fileBody } from './files.ts';
import type { Act } from './perform.ts';

/** A change that an operation describes: its name and status are those of the operation. */
export type Change = Omit<Act, 'action' | 'status'>;

type RowOf<Op extends BulkOperation> = InputOf<Op['each']>;

/** What a read is given. Unless it says that it needs the whole, it is answered before the parts of the service are composed. */
export type Reading = Basics & { requestId: string };
type ReadingOf<Op> = Op extends { whole: true } ? Deps & { requestId: string } : Reading;

export type Serving = {
  /** Serves an operation that changes nothing. `answer` resolves with its data; `versionOf` it is what a change of it compares. */
  reads<Op extends Operation>(
    operation: Op,
    answer: (asker: Asker, input: InputOf<Op>, reading: ReadingOf<Op>) => Promise<AnswerOf<Op>>,
    versionOf?: (data: AnswerOf<Op>, asker: Asker, reading: ReadingOf<Op>) => object | Promise<object>,
  ): void;
  /** Serves a list that is read page by page, after the `id` of an entry, or after what `cursorOf` returns. `list` is asked for one entry more than the page holds. */
  readsPage<Op extends Operation & { answer: TArray }>(
    operation: Op,
    list: (asker: Asker, input: InputOf<Op> & { limit: number }, reading: Reading) => Promise<AnswerOf<Op>[number][]>,
    cursorOf?: (entry: AnswerOf<Op>[number]) => string,
  ): void;
  /** Serves a file of CSV, streamed however long it is. Its query says whether it begins with a byte order mark. */
  sendsCsv<Op extends FileOperation, Column extends string>(
    operation: Op,
    fileOf: (asker: Asker, input: InputOf<Op>, reading: Reading) => Promise<{ name: string; sheet: Sheet<Column> }>,
  ): void;
  /** Serves an operation that changes something, once for each Idempotency-Key. */
  writes<Op extends WriteOperation>(operation: Op, changeOf: (asker: Asker, input: InputOf<Op>) => Change): void;
  /** Serves an operation whose body is a file of one of these types. */
  takesFile<Op extends WriteOperation>(
    operation: Op,
    file: { types: readonly string[]; bytesMax: number },
    changeOf: (asker: Asker, input: InputOf<Op>, bytes: Buffer) => Change,
  ): void;
  /** Serves an operation on many rows. Each row is done by itself. */
  writesRows<Op extends BulkOperation>(
    operation: Op,
    rows: Pick<Rows<RowOf<Op>>, 'thingOf'> & {
      changeOf: (asker: Asker, row: RowOf<Op>) => Change;
    },
  ): void;
};

/** Returns what registers the routes of described operations. */
export const servingOf = (byHand: ByHand): Serving => ({ ...servingReads(byHand), ...servingWrites(byHand) });

function servingReads({ app, deps, askerOf }: ByHand): Pick<Serving, 'reads' | 'readsPage' | 'sendsCsv'> {
  const readingOf = ({ id }: FastifyRequest) => ({ ...deps, requestId: id });
  return {
    reads(operation, answer, versionOf) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const asker = askerOf(request);
        const given = readingOf(request) as ReadingOf<typeof operation>;
        const data = await answer(asker, inputOf(operation, request), given);
        if (versionOf) reply.header('etag', etagOf(await versionOf(data, asker, given)));
        return success(data);
      };
      app.route({ ...readingRoute(operation, answerOf(operation)), handler });
    },
    readsPage(operation, list, cursorOf = (entry) => (entry as { id: string }).id) {
      const handler = async (request: FastifyRequest) => {
        const input = inputOf(operation, request);
        const read = (part: PageQuery & { limit: number }) =>
          list(askerOf(request), Object.assign({}, input, part), readingOf(request));
        const { entries, next } = await readPage(input as PageQuery, read, cursorOf);
        return pageOf(entries, next);
      };
      const answer = page(referTo(operation.answer.items as TSchema), operation.answered);
      app.route({ ...readingRoute(operation, answer), handler });
    },
    sendsCsv(operation, fileOf) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        const { bom = true, ...input } = inputOf(operation, request) as { bom?: boolean };
        const given = input as InputOf<typeof operation>;
        const { name, sheet } = await fileOf(askerOf(request), given, readingOf(request));
        return sendCsv(reply, name, csvOf(sheet, { bom }));
      };
      const answer = { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } };
      app.route({ ...readingRoute(operation, answer), handler });
    },
  };
}

function servingWrites({
  app,
  askerOf,
  perform,
  performRows,
}: ByHand): Pick<Serving, 'writes' | 'takesFile' | 'writesRows'> {
  return {
    writes(operation, changeOf) {
      app.route({
        ...writingRoute(operation),
        handler: async (request, reply) =>
          perform(request, reply, actOf(operation, changeOf(askerOf(request), inputOf(operation, request)))),
      });
    },
    takesFile(operation, { types, bytesMax }, changeOf) {
      const { schema, ...route } = writingRoute(operation);
      app.register((scope: App, _options, done) => {
        acceptFiles(scope, types, bytesMax);
        scope.route({
          ...route,
          schema: { ...schema, body: fileBody(types) },
          handler: async (request, reply) => {
            const input = inputOf(operation, request);
            return perform(
              request,
              reply,
              actOf(operation, changeOf(askerOf(request), input, request.body as unknown as Buffer)),
            );
          },
        });
        done();
      });
    },
    writesRows(operation, { thingOf, changeOf }) {
      const { id: operationId, summary, each, examples } = operation;
      const body = bulkBody(each.body ?? Type.Object({}), examples);
      const response = { 200: bulkAnswer(referTo(each.answer)) };
      app.route({
        ...placeOf(operation),
        ...writing(each.scope, { operationId, summary, body, response }),
        bodyLimit: BULK_BODY_BYTES_MAX,
        handler: async (request) => {
          const asker = askerOf(request);
          const { rows } = request.body as { rows: RowOf<typeof operation>[] };
          return performRows(request, { rows, thingOf, actOf: (row) => actOf(each, changeOf(asker, row)) });
        },
      });
    },
  };
}

/** Returns the options of a reading route with an answer of its own. */
export function readingRoute(operation: FileOperation, answer: object) {
  const { response, ...schema } = schemaOf(operation, answer);
  return { ...placeOf(operation), ...reading(operation.scope, { ...schema, response }) };
}

/** Returns the options of a writing route that is served by hand. */
export const writingRoute = (operation: WriteOperation) => ({
  ...placeOf(operation),
  ...writing(operation.scope, schemaOf(operation, answerOf(operation))),
});

const actOf = ({ action, status = 200 }: WriteOperation, change: Change): Act => ({ ...change, action, status });

function placeOf(operation: Pick<Operation, 'route'>) {
  const { method, path } = routeOf(operation);
  return { method, url: `${ADMIN_ROOT}${path}` };
}

/** Returns what a request gives of the fields of the operation. A part that it does not describe was not checked, and is not read. */
function inputOf<Op extends FileOperation>(operation: Op, request: FastifyRequest): InputOf<Op> {
  const parts = (['query', 'body', 'params'] as const).filter((part) => operation[part]);
  return Object.assign({}, ...parts.map((part) => request[part])) as InputOf<Op>;
}

function schemaOf(operation: FileOperation, answer: object) {
  const { id: operationId, summary, description, params, query, body, status = 200, refusals = {} } = operation;
  const refused = Object.entries(refusals).map(([code, text]) => [code, { $ref: 'Error#', description: text }]);
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { [status]: answer, ...Object.fromEntries(refused) },
  };
}

const answerOf = ({ answer, answered }: Operation) => successSchema(referTo(answer), answered);

/** Returns a reference to a schema that the document has once; other schemas, and lists of them, are written where they are used. */
function referTo(schema: TSchema & { $id?: string }): TSchema {
  const { items } = schema as Partial<TArray>;
  if (items) return Type.Array(referTo(items), withoutItems(schema));
  return schema.$id === undefined ? schema : Type.Ref(schema.$id);
}

function withoutItems({ description }: TSchema & { description?: string }) {
  return description === undefined ? {} : { description };
}
