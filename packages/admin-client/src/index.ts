import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, operations, paths } from './api.ts';
import { type AdminApiError, adminApiError } from './error.ts';

export type { AdminApiError, components, operations, paths };
export { adminApiError };

/** The bodies of the private API by their names in its description, e.g. `Schemas['AdminWaitlist']`. */
export type Schemas = components['schemas'];

export type AdminClient = Client<paths>;

export type AdminClientOptions = {
  /** The service's address, e.g. `https://preorders.example.com`. */
  baseUrl: string;
  /** A secret token of the store (`wps_live_…`). Nothing for a page of the service, which has a session. */
  token?: string | undefined;
  /** Headers of every request. A function is called for each. */
  headers?: Record<string, string> | (() => Record<string, string>) | undefined;
  /** What sends the requests; by default `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
};

/**
 * Makes a client whose paths, parameters, bodies and answers are those of the private API's description. A write without an
 * `Idempotency-Key` gets one: to send the same write again after a failure, give a key of your own.
 */
export function createAdminClient({ baseUrl, token, headers = {}, fetch }: AdminClientOptions): AdminClient {
  const client = createClient<paths>({ baseUrl, ...(fetch && { fetch }) });
  const always: Middleware = {
    onRequest({ request }) {
      const given = typeof headers === 'function' ? headers() : headers;
      for (const [name, value] of Object.entries(given)) request.headers.set(name, value);
      if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
      if (isWrite(request) && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    },
  };
  client.use(always);
  return client;
}

const KEY = 'idempotency-key';

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD';

type Answered<Body> = { data?: Body | undefined; error?: unknown; response: Response };

/** Returns the body of an answer. Throws an `AdminApiError` with the service's code and words if it is a refusal. */
export function bodyOf<Body>({ data, error, response }: Answered<Body>): Body {
  if (!response.ok || data === undefined) throw adminApiError(response, error);
  return data;
}

type Page<Entry> = { meta: { next: string | null }; data: Entry[] };

/**
 * Yields every entry of a list, and asks for the next page once the one before is used up:
 *
 *     entriesOf((after) => client.GET('/admin/api/v1/products', { params: { query: { after } } }))
 */
export async function* entriesOf<Entry>(
  read: (after: string | undefined) => Promise<Answered<Page<Entry>>>,
): AsyncGenerator<Entry, void, undefined> {
  let after: string | undefined;
  do {
    const { meta, data } = bodyOf(await read(after));
    yield* data;
    after = meta.next ?? undefined;
  } while (after !== undefined);
}
