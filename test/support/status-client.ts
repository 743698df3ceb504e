import { createHmac } from 'node:crypto';
import { readSharedSecrets } from '../../src/core/stores/queries.ts';
import type { SentLink, StatusPage, StatusPreorder, StatusSession } from '../../src/protocol/schema/status-api.ts';
import type { Api } from './api.ts';

const b64 = (text: string) => Buffer.from(text).toString('base64url');

/** Signs a token like a store's backend, without the code that verifies it. */
export function signToken(secret: string, claims: unknown, header: unknown = { alg: 'HS256', typ: 'JWT' }): string {
  const input = `${b64(JSON.stringify(header))}.${b64(JSON.stringify(claims))}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Signs a token for the customer with this address, with the store's newest secret. */
export async function tokenFor(
  deps: Parameters<typeof readSharedSecrets>[0],
  storeId: string,
  { email, age = 0, ...claims }: { email: string; age?: number; exp?: number },
): Promise<string> {
  const [secret] = await readSharedSecrets(deps, storeId);
  return signToken(secret?.text ?? '', { email, iat: nowSeconds() - age, ...claims });
}

type ErrorAnswer = { code: string; message: string; param?: string; data?: Record<string, unknown> };
export type StatusAnswer<Data> = { status: number; headers: Headers; text: string; data: Data; error: ErrorAnswer };
export type Begun = StatusSession & { page: StatusPage };
export type FoundPreorder = StatusSession & { preorder: StatusPreorder };

/** Creates a client that calls the API like the status frame. `address` needs an API that trusts 127.0.0.1 as proxy. */
export function createStatusClient({ baseUrl }: Pick<Api, 'baseUrl'>) {
  async function call<Data>(
    method: string,
    path: string,
    { body, session, address }: { body?: unknown; session?: string | undefined; address?: string } = {},
  ): Promise<StatusAnswer<Data>> {
    const response = await fetch(`${baseUrl}/frames/1/api/status${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(session !== undefined && { authorization: `Bearer ${session}` }),
        ...(address !== undefined && { 'x-forwarded-for': address }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = JSON.parse(text) as { data: Data; error: ErrorAnswer };
    return { status: response.status, headers: response.headers, text, data: answer.data, error: answer.error };
  }

  return {
    call,
    signIn: (key: string, token: string) => call<Begun>('POST', '/sessions', { body: { key, token, locale: 'en' } }),
    lookUp: (key: string, { address, ...asked }: { reference: string; place: string; address?: string }) =>
      call<FoundPreorder>('POST', '/look-ups', {
        body: { key, locale: 'en', ...asked },
        ...(address !== undefined && { address }),
      }),
    page: (session: string, after?: string) =>
      call<StatusPage>('GET', `/preorders${after === undefined ? '' : `?after=${after}`}`, { session }),
    read: (session: string, reference: string) => call<StatusPreorder>('GET', `/preorders/${reference}`, { session }),
    cancel: (session: string, reference: string, lineItemIds: unknown) =>
      call<StatusPreorder>('POST', `/preorders/${reference}/cancel`, { session, body: { lineItemIds } }),
    sendLink: (session: string, reference: string, lineItemIds: unknown) =>
      call<SentLink>('POST', `/preorders/${reference}/links`, { session, body: { lineItemIds } }),
  };
}
