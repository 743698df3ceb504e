import type { Static, TSchema } from 'typebox';
import type { PlatformHttp } from '../http-port.ts';
import { CommerceError, explaining } from '../port.ts';
import { readAs } from '../read.ts';

type Asking<T extends TSchema> = {
  as: T;
  query?: Record<string, string | readonly string[]>;
  body?: unknown;
  /** A second request of this kind would do it twice. */
  once?: boolean;
};

export type AskMedusa = <T extends TSchema>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  asking: Asking<T>,
) => Promise<Static<T>>;

/** Makes requests of the Admin API, with a secret API key. */
export function createMedusaClient(http: PlatformHttp, { url, key }: { url: string; key: string }): AskMedusa {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  return async (method, path, { as, query = {}, body, once = false }) => {
    const parameters = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : value.map((one) => [`${name}[]`, one]),
      ),
    );
    const address = `${url}/admin/${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = () => ({ accept: 'application/json', authorization, ...json });
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const answer = await http.send({ method, url: address, headers, repeatable: !once, ...text });
      return readAs(as, answer.json, 'an answer');
    } catch (error) {
      throw explained(error);
    }
  };
}

// What Medusa answers where it does not know an id. Of an unknown address it answers a page.
const UNKNOWN_ID = /"type":\s*"not_found"/;

/** A server without our routes, or another server, answers 404 to everything. That must not look as if all products were gone. */
function explained(error: unknown): unknown {
  if (!(error instanceof CommerceError) || error.kind !== 'not_found' || UNKNOWN_ID.test(error.message)) return error;
  const says =
    "Medusa does not have this address: are the routes of examples/medusa-waitlist in your project, and is url the server's?";
  return explaining(error, { kind: 'unreachable', says });
}
