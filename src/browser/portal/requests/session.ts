import { signal } from '@preact/signals';
import { type AdminApiError, adminApiError } from '../../../../packages/admin-client/src/index.ts';
import type { SessionView } from '../../../protocol/schema/portal-api.ts';
import { askForProof } from './confirm.ts';
import { keepVersion, type Match } from './versions.ts';

export type Store = SessionView['stores'][number];

/**
 * Who is signed in. `unknown` until the service has answered, `none` before signing in. `expired` keeps the page, so that a sign-in goes
 * on where the session ended.
 */
export type SessionState =
  | { is: 'unknown' | 'none' }
  | { is: 'unreachable'; error: unknown }
  | { is: 'in' | 'expired'; view: SessionView };

export const session = signal<SessionState>({ is: 'unknown' });

/** Asks who is signed in. */
export async function readSession(): Promise<void> {
  try {
    session.value = { is: 'in', view: await call<SessionView>('GET', 'session') };
  } catch (error) {
    if ((error as Partial<AdminApiError>).code === 'not_signed_in') session.value = { is: 'none' };
    else session.value = { is: 'unreachable', error };
  }
}

/** Notes that an answer said `not_signed_in`. */
export function sessionEnded(): void {
  const { value } = session;
  if (value.is === 'in') session.value = { is: 'expired', view: value.view };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends a request to the portal's own API and resolves with `data` of the answer. Throws an `AdminApiError`. */
export const call = <Data>(method: Method, path: string, body?: object): Promise<Data> =>
  request<Data>(`${method} ${path}`, body);

/** Changes something of the portal's own API, if it still has the version that was read. */
export const change = (path: string, body: object, header: Match): Promise<unknown> =>
  request(`PATCH ${path}`, body, header);

async function request<Data>(what: string, body?: object, header?: Match): Promise<Data> {
  const [method = '', path = ''] = what.split(' ');
  const send = () =>
    fetch(`/api/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...header } }),
    });
  let response = await send();
  let answer: unknown = await response.json().catch(() => null);
  if (!response.ok && adminApiError(response, answer).code === 'confirmation_required' && (await askForProof())) {
    response = await send();
    answer = await response.json().catch(() => null);
  }
  if (response.ok) {
    const { data } = answer as { data: Data };
    keepVersion(data, response);
    return data;
  }
  const error = adminApiError(response, answer);
  if (error.code === 'not_signed_in') sessionEnded();
  throw error;
}
