import { signal } from '@preact/signals';
import { type AdminApiError, adminApiError } from '../../../../packages/admin-client/src/index.ts';
import type { SessionView } from '../../../protocol/schema/portal-api.ts';
import { askForProof } from './confirm.ts';

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

/** Sends a request to the portal's own API and resolves with `data` of the answer. Throws an `AdminApiError`. */
export async function call<Data>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const send = () =>
    fetch(`/api/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  let response = await send();
  let answer: unknown = await response.json().catch(() => null);
  if (!response.ok && adminApiError(response, answer).code === 'confirmation_required' && (await askForProof())) {
    response = await send();
    answer = await response.json().catch(() => null);
  }
  if (response.ok) return (answer as { data: Data }).data;
  const error = adminApiError(response, answer);
  if (error.code === 'not_signed_in') sessionEnded();
  throw error;
}
