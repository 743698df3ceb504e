import { adminApiError } from '../../../../packages/admin-client/src/index.ts';
import { sessionEnded } from './session.ts';
import { storeSlug } from './store-api.ts';

export type Upload = {
  path: string;
  file: File;
  type: string;
  /** Called with the part of the file that is sent, from 0 to 1. */
  onSent: (part: number) => void;
};

/**
 * Sends a file to the private API and resolves with `data` of the answer. Throws an `AdminApiError`, or a `TypeError` without an
 * answer. `fetch` could not tell how much is sent.
 */
export function upload<Data>({ path, file, type, onSent }: Upload): Promise<Data> {
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.setRequestHeader('content-type', type);
  request.setRequestHeader('service-store', storeSlug());
  request.setRequestHeader('idempotency-key', crypto.randomUUID());
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total));
  request.upload.addEventListener('load', () => onSent(1));
  return new Promise((resolve, reject) => {
    const failed = () => reject(new TypeError('no answer came'));
    request.addEventListener('error', failed);
    request.addEventListener('abort', failed);
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status < 300) return resolve((answer as { data: Data }).data);
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
      const error = adminApiError(new Response(null, { status: request.status, headers }), answer);
      if (error.code === 'not_signed_in') sessionEnded();
      reject(error);
    });
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
