import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
// What a page may send anywhere without a preflight (Fetch standard: CORS-safelisted request headers).
const FORM_TYPES = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Refuses every request that could change something and that a page of another origin may have sent: its browser would add the
 * cookie. Browsers send `Origin` with every such request; one that does not must say `Sec-Fetch-Site: same-origin`. A body must
 * have a type that no form can send, so that no page could have sent it to another origin without being asked first.
 */
export function refuseForeignRequests(app: App, origin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE.includes(request.method)) return done();
    const { origin: from, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers;
    const isOwn = from === undefined ? site === 'same-origin' : from === origin;
    if (!isOwn || (site !== undefined && site !== 'same-origin')) {
      return done(new AppError('foreign_request', `Only pages of ${origin} may do this.`));
    }
    if (type === '' ? isEmpty(request.headers) : !FORM_TYPES.test(type)) return done();
    return done(new AppError('unsupported_media_type', 'The body must be JSON: send Content-Type: application/json.'));
  });
}

const isEmpty = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
