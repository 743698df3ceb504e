import type { SentLink, StatusPage, StatusPreorder, StatusSession } from '../../../protocol/schema/status-api.ts';
import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';

/** Why a request did not do what it was for; `network` when nothing is known of what happened. */
export type Refusal = { code: string /** Seconds to wait, where that helps; 0 else. */; wait: number };

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export type StatusApi = {
  /** For the customer in the token. The session stays in here, in memory, and goes with every request after it. */
  signIn(token: string): Promise<Answer<StatusSession & { page: StatusPage }>>;
  lookUp(reference: string, place: string): Promise<Answer<StatusSession & { preorder: StatusPreorder }>>;
  more(after: string): Promise<Answer<StatusPage>>;
  read(reference: string): Promise<Answer<StatusPreorder>>;
  /** Naming what is cancelled makes it safe to send again. */
  cancel(reference: string, lineItemIds: readonly string[]): Promise<Answer<StatusPreorder>>;
  sendLink(reference: string, lineItemIds: readonly string[]): Promise<Answer<SentLink>>;
};

// Longer than any honest answer takes.
const TIMEOUT_MS = 15_000;
// A lost answer is asked for once more before the reader is bothered.
const PAUSE_MS = 800;

type Call = { method: 'GET' | 'POST'; path: string; body?: unknown; once?: boolean };

export function createApi(key: string, locale: string): StatusApi {
  let session = '';

  const send = async <T>(call: Call): Promise<Answer<T>> => {
    const answer = await sendOnce<T>(call, session);
    if (answer.ok || answer.refusal.code !== 'network' || call.once) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return sendOnce<T>(call, session);
  };
  const begin = async <T extends StatusSession>(call: Call): Promise<Answer<T>> => {
    const answer = await send<T>(call);
    if (answer.ok) session = answer.value.session;
    return answer;
  };
  const of = (reference: string) => `/preorders/${encodeURIComponent(reference)}`;
  return {
    signIn: (token) => begin({ method: 'POST', path: '/sessions', body: { key, locale, token } }),
    lookUp: (reference, place) => begin({ method: 'POST', path: '/look-ups', body: { key, locale, reference, place } }),
    more: (after) => send({ method: 'GET', path: `/preorders?after=${encodeURIComponent(after)}` }),
    read: (reference) => send({ method: 'GET', path: of(reference) }),
    cancel: (reference, lineItemIds) =>
      send({ method: 'POST', path: `${of(reference)}/cancel`, body: { lineItemIds } }),
    // Sent again it might be a second mail.
    sendLink: (reference, lineItemIds) =>
      send({ method: 'POST', path: `${of(reference)}/links`, body: { lineItemIds }, once: true }),
  };
}

async function sendOnce<T>({ method, path, body }: Call, session: string): Promise<Answer<T>> {
  try {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (session !== '') headers.Authorization = `Bearer ${session}`;
    const response = await fetch(`/frames/${PROTOCOL}/api/status${path}`, {
      ...{ method, headers, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, value: answer.data };
    return { ok: false, refusal: { code: answer.error.code, wait: Number(response.headers.get('retry-after')) || 0 } };
  } catch {
    // No answer, half an answer, or one of something between us and the service: nothing is known.
    return { ok: false, refusal: { code: 'network', wait: 0 } };
  }
}
