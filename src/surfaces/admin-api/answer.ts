import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import type { AppError } from '../../domain/error.ts';
import type { Scope } from '../../domain/scope.ts';
import { PAGE_DEFAULT, type PageQuery, PRIVATE_API, WriteHeaders } from '../../protocol/schema/admin-api/shapes.ts';

/** The refusals of every route of the private API, for the OpenAPI document. */
const refusals = {
  400: { $ref: 'Error#', description: '`missing_parameter`, `invalid_parameter`' },
  401: { $ref: 'Error#', description: '`missing_api_token`, `invalid_api_token`' },
  403: { $ref: 'Error#', description: '`scope_required`' },
  429: { $ref: 'Error#', description: '`rate_limited`, with `Retry-After`' },
  503: { $ref: 'Error#', description: '`unavailable`, with `Retry-After`' },
};

/** The refusals that only writing routes have. */
const writeRefusals = {
  ...refusals,
  409: { $ref: 'Error#', description: '`idempotency_in_flight`' },
  412: { $ref: 'Error#', description: '`precondition_failed`: it was changed since `If-Match` was read' },
  422: { $ref: 'Error#', description: '`idempotency_mismatch`, or a rule of the [error table](/docs/errors)' },
};

type Described<Response> = { operationId: string; summary: string; description?: string; response: Response };

/** Returns the options of a reading route: the scope that it demands, and its part of the OpenAPI document. */
export function reading<const Schema extends Described<Record<number, TSchema | object>>>(
  scope: Scope,
  schema: Schema,
) {
  return {
    config: { scope },
    schema: { tags: [PRIVATE_API], ...schema, response: { ...refusals, ...schema.response } },
  };
}

/** Returns the options of a writing route. It demands an `Idempotency-Key`. */
export function writing<const Schema extends Described<Record<number, TSchema | object>>>(
  scope: Scope,
  schema: Schema,
) {
  return {
    config: { scope },
    schema: {
      tags: [PRIVATE_API],
      headers: WriteHeaders,
      ...schema,
      response: { ...writeRefusals, ...schema.response },
    },
  };
}

export const success = <Data>(data: Data) => ({ meta: { result: 'success' as const }, data });

type RefusalJson = Omit<ReturnType<typeof oneRefusal>, 'errors'> & { errors?: ReturnType<typeof oneRefusal>[] };

/** A refusal inside an answer, with all that is wrong where several things are. */
export const refusalJson = (error: AppError): RefusalJson => ({
  ...oneRefusal(error),
  ...(error.info.errors && { errors: error.info.errors.map(oneRefusal) }),
});

const oneRefusal = ({ code, message, info: { param, data } }: AppError) => ({
  code,
  message,
  ...(param && { param }),
  ...(data && { data }),
});

/**
 * Reads one page: asks for one entry more than the page holds, which tells whether there is a next one without counting.
 * `cursorOf` names the last entry of the page for `after`.
 */
export async function readPage<Entry>(
  { limit = PAGE_DEFAULT, after }: PageQuery,
  read: (page: { limit: number; after?: string }) => Promise<Entry[]>,
  cursorOf: (entry: Entry) => string,
): Promise<{ entries: Entry[]; next: string | null }> {
  const found = await read({ limit: limit + 1, ...(after !== undefined && { after }) });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

export const pageOf = <Data>(data: Data[], next: string | null) => ({
  meta: { result: 'success' as const, next },
  data,
});

/** Streams a file of CSV, however long it is. */
export function sendCsv(reply: FastifyReply, name: string, chunks: AsyncIterable<string>): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(Readable.from(inContext(chunks)));
}

/** Has each chunk made in the context of the request, whatever asks for it: it is read from where the request reads. */
async function* inContext(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const within = AsyncLocalStorage.snapshot();
  const made = chunks[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await within(() => made.next());
    if (done) return;
    yield value;
  }
}
