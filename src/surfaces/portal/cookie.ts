import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of the portal. */
export type PortalCookie = {
  /** Returns the value that the browser shows. */
  read(request: FastifyRequest): string | null;
  give(reply: FastifyReply, value: string): void;
  take(reply: FastifyReply): void;
};

export type CookieOptions = {
  /** What every value of it looks like. */
  form: RegExp;
  /** Without it the cookie ends with the browser. */
  seconds?: number;
};

/** What the session's cookie holds. How much earlier than the browser the session ends is the server's to say. */
export const SESSION_COOKIE: CookieOptions = { form: /^[\w-]{43}$/ };

/**
 * Makes a cookie for the portal at this address. WebKit keeps no secure cookie of `http://localhost`, so there, and only there, it is a
 * plain one.
 */
export function createPortalCookie(portalUrl: string, kind: string, { form, seconds }: CookieOptions): PortalCookie {
  const secure = portalUrl.startsWith('https:');
  const name = secure ? `__Host-${kind}` : `portal-${kind}`;
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
      const value = parseCookie(headers.cookie ?? '')[name] ?? '';
      return form.test(value) ? value : null;
    },
    give: (reply, value) => void set(reply, value, seconds),
    take: (reply) => void set(reply, '', 0),
  };
}
