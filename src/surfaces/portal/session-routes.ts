import type { Static } from 'typebox';
import { endOtherSessions, endSession } from '../../core/staff/commands/sessions.ts';
import { confirmMember, type Proof, signIn } from '../../core/staff/commands/sign-in.ts';
import { readFactors } from '../../core/staff/queries/factors.ts';
import { findSession, listSessions, listStoresOf, type Visit } from '../../core/staff/queries.ts';
import { AppError } from '../../domain/error.ts';
import { scopesOf } from '../../domain/role.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import {
  ConfirmAnswer,
  ConfirmRequest,
  Done,
  SessionList,
  type SessionView,
  SessionViewAnswer,
  SignInAnswer,
  SignInRequest,
} from '../../protocol/schema/portal-api.ts';
import { type Attempt, noteProof } from './note-proof.ts';
import { PORTAL_API as API, beginningOf, type PortalParts, signedInAnswer, success } from './parts.ts';
import { signedPasskey } from './passkey-json.ts';

const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** Registers signing in and out, and the list of a member's sessions. */
export function registerSessionRoutes(app: App, parts: PortalParts): void {
  registerSignIn(app, parts);
  registerSessionList(app, parts);
}

function registerSignIn(app: App, parts: PortalParts): void {
  const { deps, cookie, visitors, tries } = parts;

  app.get(`${API}/session`, { schema: { response: { 200: SessionViewAnswer } } }, async (request) =>
    success(await sessionView(parts, await visitors.of(request))),
  );

  app.post(
    `${API}/session`,
    { schema: { body: SignInRequest, response: { 200: SignInAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body;
      // Every try counts, also a right one: many at once would otherwise all pass before the first is known to be wrong.
      await tries.countSignIn(request, email);
      const beginning = await beginningOf(parts, request);
      const attempt = { request, by: 'password', member: null } as const;
      const signedIn = await noteProof(deps, attempt, () => signIn(deps, { email, password }, beginning));
      return signedInAnswer(parts, { request, reply }, signedIn);
    },
  );

  app.delete(`${API}/session`, { schema: { response: { 200: Done } } }, async (request, reply) => {
    const session = await visitors.session(request);
    if (session) await endSession(deps, session.memberId, session.id);
    cookie.take(reply);
    reply.header('clear-site-data', '"cache", "storage"');
    return success({});
  });

  app.post(
    `${API}/session/confirm`,
    { schema: { body: ConfirmRequest, response: { 200: ConfirmAnswer } } },
    async (request, reply) => {
      const { session, member } = await visitors.of(request);
      await tries.countProof(request, member.id);
      const proof = proofOf(request.body);
      const attempt = { request, by: kindOf(proof), member: member.id };
      const { secret } = await noteProof(deps, attempt, () => confirmMember(deps, session, proof));
      cookie.give(reply, secret);
      const confirmed = await findSession(deps.db, secret);
      return success({ confirmed_until: confirmed?.confirmedUntil?.toISOString() ?? null });
    },
  );
}

function registerSessionList(app: App, { deps, cookie, visitors }: PortalParts): void {
  app.get(`${API}/sessions`, { schema: { response: { 200: SessionList } } }, async (request) => {
    const { session, member } = await visitors.of(request);
    const sessions = await listSessions(deps.db, member.id);
    return success(
      sessions.map(({ id, browser, createdAt, lastUsedAt }) => ({
        id,
        browser,
        current: id === session.id,
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
      })),
    );
  });

  app.delete(`${API}/sessions`, { schema: { response: { 200: Done } } }, async (request) => {
    const { session, member } = await visitors.of(request);
    await endOtherSessions(deps.db, member.id, session.id);
    return success({});
  });

  app.delete(`${API}/sessions/:id`, { schema: { params: Params, response: { 200: Done } } }, async (request, reply) => {
    const { session, member } = await visitors.of(request);
    const { id } = request.params;
    if (!(await endSession(deps, member.id, id))) {
      throw new AppError('session_not_found', 'You have no such session. It may have ended by itself.');
    }
    if (id === session.id) cookie.take(reply);
    return success({});
  });
}

function proofOf({ password, code, passkey }: Static<typeof ConfirmRequest>): Proof {
  const given: Proof[] = [];
  if (password !== undefined) given.push({ password });
  if (code !== undefined) given.push({ code });
  if (passkey !== undefined) given.push({ passkey: signedPasskey(passkey) });
  const [proof] = given;
  if (proof && given.length === 1) return proof;
  throw new AppError('missing_parameter', 'Send one of password, code and passkey.', { param: 'password' });
}

const kindOf = (proof: Proof): Attempt['by'] =>
  'password' in proof ? 'password' : 'code' in proof ? 'code' : 'passkey';

async function sessionView({ deps }: PortalParts, { session, member }: Omit<Visit, 'in'>): Promise<SessionView> {
  const stores = await listStoresOf(deps.db, member.id);
  const { id, email, name, language } = member;
  const { totp, passkeys, recoveryCodesLeft } = await readFactors(deps.db, id);
  return {
    staff: { id, email, name, language, two_factor: { totp, passkeys, recovery_codes_left: recoveryCodesLeft } },
    stores: stores.map(({ storeId, copyOf, slug, name: storeName, mode, role, lacksFactor }) => ({
      slug,
      beside: stores.find((other) => other.copyOf === storeId || other.storeId === copyOf)?.slug ?? null,
      name: storeName,
      mode,
      role,
      lacks_second_factor: lacksFactor,
      scopes: [...scopesOf({ role, mayCreateStores: member.mayCreateStores })],
    })),
    may_create_stores: member.mayCreateStores,
    confirmed_until: session.confirmedUntil?.toISOString() ?? null,
  };
}
