import type { PageQuery } from '../../protocol/schema/admin-api.ts';
import { PAGE_DEFAULT } from '../../protocol/schema/admin-api.ts';

/** The refusals of every route of the private API, for the OpenAPI document. */
export const refusals = {
  400: { $ref: 'Error#', description: '`missing_parameter`, `invalid_parameter`' },
  401: { $ref: 'Error#', description: '`missing_api_token`, `invalid_api_token`' },
  403: { $ref: 'Error#', description: '`scope_required`' },
  429: { $ref: 'Error#', description: '`rate_limited`, with `Retry-After`' },
  503: { $ref: 'Error#', description: '`unavailable`, with `Retry-After`' },
};

export const success = <Data>(data: Data) => ({ meta: { result: 'success' as const }, data });

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
