import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Beginning } from '../../core/staff/commands/sessions.ts';
import type { SignedIn } from '../../core/staff/commands/sign-in.ts';
import type { SignInAnswer } from '../../protocol/schema/portal-api.ts';
import type { Deps } from '../deps.ts';
import { browserName } from './browser-name.ts';
import type { PortalCookie } from './cookie.ts';
import type { Tries } from './known-browser.ts';
import type { Visitors } from './visitor.ts';

export const PORTAL_API = '/api';

export type PortalDeps = Pick<
  Deps,
  'db' | 'limits' | 'guesses' | 'log' | 'secrets' | 'portalUrl' | 'breachedPasswords'
>;

/** What the routes of the portal share. */
export type PortalParts = { deps: PortalDeps; cookie: PortalCookie; visitors: Visitors; tries: Tries };

type Exchange = { request: FastifyRequest; reply: FastifyReply };

export const success = <Data>(data: Data) => ({ meta: { result: 'success' as const }, data });

/** Returns how a session begins: from this browser, in place of the one that it shows. */
export async function beginningOf({ visitors }: PortalParts, request: FastifyRequest): Promise<Beginning> {
  const shown = await visitors.session(request);
  return { browser: browserName(request.headers['user-agent']), replaces: shown?.id ?? null };
}

/** Gives the browser the cookie of a new session, and says what is still missing. Without anything it becomes a known one. */
export async function signedInAnswer(
  { cookie, tries }: PortalParts,
  { request, reply }: Exchange,
  { secret, methods, memberId }: SignedIn,
): Promise<SignInAnswer> {
  cookie.give(reply, secret);
  if (methods.length > 0) return success({ state: 'second_factor' as const, methods });
  await tries.know(request, reply, memberId);
  return success({ state: 'signed_in' as const, methods });
}
