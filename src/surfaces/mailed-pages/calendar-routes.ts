import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../../platform/http.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';
import type { Deps } from '../deps.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { KNOWN_PATHS } from '../known-address.ts';
import { calendarOf } from './calendar.ts';
import { type KnownAddress, openKnownAddress } from './known-routes.ts';
import { send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS } from './page.ts';

type CalendarDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>;
type Kept = { body: string; etag: string };

// A calendar asks every few hours. One that asks all the time, or from many devices, reads the database every ten seconds.
const KEPT_MS = 10_000;
const KEPT_MOST = 1_000; // of a kilobyte each
const MAX_AGE_S = 3_600;

/**
 * Registers `/links/calendar/{public key}/{token}`, the calendar of a pre-order: a file to open, and an address to subscribe to. A
 * program that subscribes reads it again, so its entry moves with the date.
 */
export function registerCalendar(app: App, deps: CalendarDeps): void {
  const kept = new LRUCache<string, Kept>({ max: KEPT_MOST, ttl: KEPT_MS });
  app.get<KnownAddress>(`${KNOWN_PATHS.calendar}/:key/:token`, { schema: { hide: true } }, async (request, reply) => {
    const { key, token } = request.params;
    const address = `${key} ${token}`;
    let calendar = kept.get(address);
    if (!calendar) {
      const known = await openKnownAddress(deps, request, 'calendar');
      if ('markup' in known) return send(reply.headers(DEAD_PAGE_HEADERS), known);
      const body = calendarOf(deps, known.preorder);
      calendar = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
      kept.set(address, calendar);
    } else deps.limits.reads.take(request.clientAddress, key);
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="pre-order.ics"',
      'cache-control': `private, max-age=${MAX_AGE_S}`,
      'content-security-policy': "default-src 'none'; sandbox",
      etag: calendar.etag,
      ...PAGE_HEADERS,
    });
    if (etagMatches(request.headers['if-none-match'], calendar.etag))
      return sendUnchanged(request, reply, calendar.body);
    return reply.send(calendar.body);
  });
}
