import type { IncomingHttpHeaders } from 'node:http';
import type { ProductName } from '../core/waitlists/queries/on-sale.ts';
import type { Deps } from './deps.ts';

type Seeing = Pick<Deps, 'sightings' | 'baseUrl' | 'portalUrl'>;

/**
 * Returns the origin of the page that embeds a frame, or '' if the browser does not send it. It may be forged, so it only selects what
 * is said, and the browser itself enforces `frame-ancestors`.
 */
export function embedderOf(headers: IncomingHttpHeaders): string {
  return headers['sec-fetch-dest'] === 'iframe' ? originOf(headers.referer) : '';
}

/** Notes that a page embeds a placement. */
export function notePlacement(
  deps: Seeing,
  headers: IncomingHttpHeaders,
  of: { storeKey: string; name?: ProductName },
): void {
  const origin = embedderOf(headers);
  if (isStrange(deps, origin)) deps.sightings.add({ origin, ...of });
}

/** Notes that a page told its counts: a browser sends the origin with them, also where a page hides the referrer. */
export function noteReport(deps: Seeing, headers: IncomingHttpHeaders, storeKey: string): void {
  const origin = originOf(headers.origin);
  if (isStrange(deps, origin)) deps.sightings.add({ origin, storeKey });
}

/** Notes that a page loads `service.js`. */
export function noteScript(deps: Seeing, headers: IncomingHttpHeaders): void {
  const origin = headers['sec-fetch-dest'] === 'script' ? originOf(headers.referer) : '';
  if (isStrange(deps, origin)) deps.sightings.addScript(origin);
}

function originOf(address: string | undefined): string {
  if (!address || !URL.canParse(address)) return '';
  const { origin } = new URL(address);
  return /^https?:/.test(origin) ? origin : '';
}

/** Pages of our own, such as previews in the portal and the documentation, say nothing about a store's pages. */
function isStrange({ baseUrl, portalUrl }: Seeing, origin: string): boolean {
  return origin !== '' && ![baseUrl, portalUrl].some((own) => own !== '' && new URL(own).origin === origin);
}
