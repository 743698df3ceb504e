import { randomUUID } from 'node:crypto';
import { createApiToken } from '../../src/core/api-tokens/commands.ts';
import { SCOPES, type Scope } from '../../src/domain/scope.ts';
import type { Answer, Api } from './api.ts';

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export type AdminAnswer = Omit<Answer, 'json'> & {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
};

/** Asks the private API as a merchant's system does: with a token, and with a new key for each write. */
export type AdminClient = {
  get(path: string, headers?: Record<string, string>): Promise<AdminAnswer>;
  /** Sends a write, such as `PATCH /store`. A header `idempotency-key` repeats an earlier one. */
  send(route: string, body?: unknown, headers?: Record<string, string>): Promise<AdminAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<AdminAnswer>;
};

export function adminClient(api: Api, secret: string): AdminClient {
  const root = '/admin/api/v1';
  const authorization = `Bearer ${secret}`;
  const send: AdminClient['send'] = (route, body = {}, headers = {}) => {
    const [method = '', path = ''] = route.split(' ');
    return api.ask(root + path, {
      method,
      body: JSON.stringify(body),
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    });
  };
  return {
    get: (path, headers = {}) => api.ask(root + path, { headers: { authorization, ...headers } }),
    send,
    post: (path, body, headers) => send(`POST ${path}`, body, headers),
  };
}

/** Makes a token of a store, and a client that uses it. */
export async function tokenClient(
  api: Api,
  storeId: string,
  scopes: readonly Scope[] = ALL_SCOPES,
): Promise<AdminClient & { tokenId: string; secret: string }> {
  const { id, secret } = await createApiToken(api.deps, storeId, { name: 'ERP', scopes });
  return { ...adminClient(api, secret), tokenId: id, secret };
}
