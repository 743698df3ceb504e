import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses every request that could change something and that a page of another origin may have sent: its browser would add the
 * cookie. Browsers send `Origin` with every such request; one that does not must say `Sec-Fetch-Site: same-origin`. A body has to
 * be JSON, which no form of another page can send.
 */
export function refuseForeignRequests(app: App, origin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE.includes(request.method)) return done();
    const { origin: from, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers;
    const isOwn = from === undefined ? site === 'same-origin' : from === origin;
    if (!isOwn || (site !== undefined && site !== 'same-origin')) {
      return done(new AppError('foreign_request', `Only pages of ${origin} may do this.`));
    }
    // A DELETE has no body; no page can send it to another origin without being asked first.
    if (request.method === 'DELETE' || /^application\/json\s*(;|$)/i.test(type)) return done();
    return done(new AppError('unsupported_media_type', 'The body must be JSON: send Content-Type: application/json.'));
  });
}
