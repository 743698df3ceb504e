import {
  type AdminClient,
  adminApiError,
  createAdminClient,
  bodyOf as takeBody,
} from '../../../../packages/admin-client/src/index.ts';
import { askForProof } from './confirm.ts';
import { readAgain } from './known-answers.ts';
import { sendOnce } from './lost-answers.ts';
import { sessionEnded } from './session.ts';
import { keepVersion } from './versions.ts';

let slug = '';

/** Says which store the requests that follow are about. */
export function useStore(chosen: string): void {
  slug = chosen;
}

export const storeSlug = (): string => slug;

/** The private API for the chosen store, with the session of this browser. */
export const api: AdminClient = createAdminClient({
  baseUrl: location.origin,
  headers: () => ({ 'service-store': slug }),
  fetch: async (given) => {
    const request = withBody(given);
    // A body can be read once, and the same request may be sent again with its key.
    const again = request.clone();
    const response = await send(request);
    if (response.status === 401) sessionEnded();
    return (await needsProof(response)) && (await askForProof()) ? send(again) : response;
  },
});

const send = (request: Request) => (request.method === 'GET' ? readAgain(request) : sendOnce(request));

/** The portal's server takes changes only as JSON, which no form of another page can send. So a change without a body gets an empty one. */
function withBody(request: Request): Request {
  if (request.body !== null || request.method === 'GET' || request.method === 'DELETE') return request;
  const headers = new Headers(request.headers);
  headers.set('content-type', 'application/json');
  return new Request(request, { headers, body: '{}' });
}

async function needsProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return adminApiError(response, answer).code === 'confirmation_required';
}

/** Returns the body of an answer, and remembers the version of what is in it. Throws an `AdminApiError` if it is a refusal. */
export function bodyOf<Body>(answer: Parameters<typeof takeBody<Body>>[0]): Body {
  const body = takeBody(answer);
  keepVersion((body as { data?: unknown }).data, answer.response);
  return body;
}
