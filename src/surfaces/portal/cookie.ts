import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie of the portal's session. */
export type SessionCookie = {
  /** Returns the secret that the browser shows. */
  read(request: FastifyRequest): string | null;
  give(reply: FastifyReply, secret: string): void;
  take(reply: FastifyReply): void;
};

const SECRET = /^[\w-]{43}$/;

/**
 * Makes the session's cookie for the portal at this address. It ends with the browser; how much earlier is the server's to say. WebKit keeps no
 * secure cookie of `http://localhost`, so there, and only there, it is a plain one.
 */
export function createSessionCookie(portalUrl: string): SessionCookie {
  const secure = portalUrl.startsWith('https:');
  const name = secure ? '__Host-session' : 'portal-session';
  const set = (reply: FastifyReply, value: string, maxAge?: number) =>
    reply.header(
      'set-cookie',
      stringifySetCookie({
        name,
        value,
        path: '/',
        secure,
        httpOnly: true,
        sameSite: 'strict',
        ...(maxAge !== undefined && { maxAge }),
      }),
    );
  return {
    read({ headers }) {
      const secret = parseCookie(headers.cookie ?? '')[name] ?? '';
      return SECRET.test(secret) ? secret : null;
    },
    give: (reply, secret) => void set(reply, secret),
    take: (reply) => void set(reply, '', 0),
  };
}
