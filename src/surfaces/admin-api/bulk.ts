import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { AppError } from '../../domain/error.ts';
import { passesByItself } from '../../platform/database-away.ts';
import { toAppError } from '../../platform/http-errors.ts';
import type { Deps } from '../deps.ts';
import { refusalJson } from './answer.ts';
import type { Asker } from './authenticate.ts';
import { type Act, performOnce, requestOf } from './perform.ts';

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

export const bulkAnswer = (data: TSchema) =>
  Type.Object(
    {
      meta: Type.Object({ result: Type.Literal('success'), succeeded: Type.Integer(), failed: Type.Integer() }),
      data: Type.Array(
        Type.Object({
          index: Type.Integer({ description: 'Position of the row in the request, from 0.' }),
          result: Type.Enum(['success', 'error'], { type: 'string' }),
          data: Type.Optional(data),
          error: Type.Optional(
            Type.Object({
              code: Type.String(),
              message: Type.String(),
              param: Type.Optional(Type.String()),
              data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
            }),
          ),
        }),
      ),
    },
    { description: 'A result for each row. A refused row does not stop the others.' },
  );

// A table that is locked for long would make each of a thousand rows wait five seconds.
const TIMEOUTS_MAX = 5;

/**
 * Performs one act for each row, each in a transaction of its own, because one transaction over all rows would keep shoppers
 * waiting. A repeated request does only the rows that were refused before. A row whose statement takes too long is refused
 * alone; after the fifth the others are not tried.
 */
export async function performRows<Row>(
  deps: Deps,
  { request, asker }: { request: FastifyRequest; asker: Asker },
  { rows, actOf }: { rows: readonly Row[]; actOf: (row: Row) => Act },
): Promise<BulkAnswer> {
  const { write, requestId } = requestOf(request, asker);
  const provider = await deps.paymentsFor(asker.store); // one account for all rows
  const ofStore: Deps = { ...deps, paymentsFor: async () => provider };
  let timeouts = 0;
  const doRow = async (index: number, row: Row): Promise<object> => {
    if (timeouts === TIMEOUTS_MAX) throw new AppError('unavailable', 'It was not tried, because others took too long.');
    const bodyHash = createHash('sha256').update(JSON.stringify(row)).digest();
    const rowWrite = { ...write, key: `${write.key} ${index}`, bodyHash };
    const wanted = { asker, request: { write: rowWrite, ifMatch: undefined, requestId } };
    return performOnce(ofStore, { ...wanted, act: actOf(row) });
  };
  const results: RowResult[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      results.push({ index, result: 'success', data: await doRow(index, row) });
    } catch (error) {
      if (!(error instanceof AppError) && !passesByItself(error)) throw error;
      if (!(error instanceof AppError)) timeouts += 1;
      results.push({ index, result: 'error', error: refusalJson(toAppError(error)) });
    }
  }
  const succeeded = results.filter(({ result }) => result === 'success').length;
  return { meta: { result: 'success', succeeded, failed: results.length - succeeded }, data: results };
}
