import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../../domain/error.ts';
import { passesByItself } from '../../platform/database-away.ts';
import { toAppError } from '../../platform/http-errors.ts';
import { Type } from '../../platform/type.ts';
import type { Deps } from '../deps.ts';
import { refusalJson } from './answer.ts';
import { type Asker, logWant } from './authenticate.ts';
import { type Act, performOnce, rehearse, requestOf } from './perform.ts';

/** The result of one row of a bulk request. */
export type RowResult =
  | { index: number; result: 'success'; data: object }
  | { index: number; result: 'error'; error: ReturnType<typeof refusalJson> };

export type BulkAnswer = { meta: { result: 'success'; succeeded: number; failed: number }; data: RowResult[] };

/** The largest body of a bulk request: 1,000 rows with 2 kB each. */
export const BULK_BODY_BYTES_MAX = 2 * 1024 * 1024;
const BULK_ROWS_MAX = 1_000;

export const bulkBody = <Row extends TSchema>(row: Row, examples: object[]) =>
  Type.Object(
    { rows: Type.Array(row, { minItems: 1, maxItems: BULK_ROWS_MAX }) },
    { additionalProperties: false, examples },
  );

const refusal = {
  code: Type.String(),
  message: Type.String(),
  param: Type.Optional(Type.String()),
  data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

export const bulkAnswer = (data: TSchema) =>
  Type.Object(
    {
      meta: Type.Object({ result: Type.Literal('success'), succeeded: Type.Integer(), failed: Type.Integer() }),
      data: Type.Array(
        Type.Object({
          index: Type.Integer({ description: 'Position of the row in the request, from 0.' }),
          result: Type.Enum(['success', 'error'], { type: 'string' }),
          data: Type.Optional(data),
          error: Type.Optional(Type.Object({ ...refusal, errors: Type.Optional(Type.Array(Type.Object(refusal))) })),
        }),
      ),
    },
    { description: 'A result for each row. A refused row does not stop the others.' },
  );

// A table that is locked for long would make each of a thousand rows wait five seconds.
const TIMEOUTS_MAX = 5;
// Most of the time goes to waiting for the database. More at once would take connections from shoppers.
const AT_ONCE = 3;

/** The rows of a request. Rows about the same thing, by `thingOf`, are done in their order, and others at once. */
export type Rows<Row> = {
  rows: readonly Row[];
  thingOf: (row: Row) => string | undefined;
  actOf: (row: Row) => Act;
  /** Each row is decided by itself, and nothing is kept. */
  dryRun?: boolean | undefined;
};

/**
 * Performs one act for each row, each in a transaction of its own, because one transaction over all rows would keep shoppers
 * waiting. A repeated request does only the rows that were refused before. A row whose statement takes too long is refused
 * alone; after the fifth the others are not tried.
 */
export async function performRows<Row>(
  deps: Deps,
  { request, asker }: { request: FastifyRequest; asker: Asker },
  { rows, thingOf, actOf, dryRun = false }: Rows<Row>,
): Promise<BulkAnswer> {
  const { write, requestId } = requestOf(request, asker);
  const provider = await deps.paymentsFor(asker.store); // one account for all rows
  const ofStore: Deps = { ...deps, paymentsFor: async () => provider };
  let timeouts = 0;
  const doRow = async (index: number, row: Row): Promise<object> => {
    if (timeouts >= TIMEOUTS_MAX) throw new AppError('unavailable', 'It was not tried, because others took too long.');
    const bodyHash = createHash('sha256').update(JSON.stringify(row)).digest();
    const rowWrite = { ...write, key: `${write.key} ${index}`, bodyHash };
    const wanted = { asker, request: { write: rowWrite, ifMatch: undefined, requestId } };
    return (dryRun ? rehearse : performOnce)(ofStore, { ...wanted, act: actOf(row) });
  };
  const data: RowResult[] = [];
  await inTurns(rowsByThing(rows, thingOf), async ({ index, row }) => {
    try {
      data[index] = { index, result: 'success', data: await doRow(index, row) };
    } catch (error) {
      if (!(error instanceof AppError) && !passesByItself(error)) throw error;
      if (!(error instanceof AppError)) timeouts += 1;
      logWant(deps, { requestId, asker }, error);
      data[index] = { index, result: 'error', error: refusalJson(toAppError(error)) };
    }
  });
  const succeeded = data.filter(({ result }) => result === 'success').length;
  return { meta: { result: 'success', succeeded, failed: data.length - succeeded }, data };
}

type Numbered<Row> = { index: number; row: Row };

function rowsByThing<Row>(rows: readonly Row[], thingOf: (row: Row) => string | undefined): Numbered<Row>[][] {
  const things = new Map<string, Numbered<Row>[]>();
  for (const [index, row] of rows.entries()) {
    const thing = thingOf(row) ?? '';
    things.set(thing, [...(things.get(thing) ?? []), { index, row }]);
  }
  return [...things.values()];
}

/** Does the lists at once, so many at a time, and each of them in its order. Rejects with the first fault, once all have stopped. */
async function inTurns<T>(lists: readonly (readonly T[])[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...lists];
  const ended = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
      for (let list = waiting.shift(); list !== undefined; list = waiting.shift()) {
        for (const one of list) {
          await work(one).catch((error: unknown) => {
            waiting.length = 0;
            throw error;
          });
        }
      }
    }),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
