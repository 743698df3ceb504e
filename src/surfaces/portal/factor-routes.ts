import type { FastifyRequest } from 'fastify';
import { encode } from 'uqr';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '../../core/staff/commands/passkeys.ts';
import { replaceRecoveryCodes } from '../../core/staff/commands/recovery-codes.ts';
import { beginTotp, confirmTotp, removeTotp } from '../../core/staff/commands/totp.ts';
import { listPasskeys, type Passkey, passkeyNotFound, readPasskey } from '../../core/staff/queries/factors.ts';
import type { Visit } from '../../core/staff/queries.ts';
import { type App, HTTP_LIMITS } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import {
  Done,
  FactorAdded,
  PasskeyAnswer,
  PasskeyList,
  PasskeyNameRequest,
  PasskeyOptions,
  PasskeyRequest,
  TotpAnswer,
  TotpRequest,
} from '../../protocol/schema/portal-api.ts';
import { demandVersion, etagOf } from '../version.ts';
import { PORTAL_API as API, type PortalParts, success } from './parts.ts';
import { madePasskey } from './passkey-json.ts';
import { demandConfirmed } from './visitor.ts';

const Params = Type.Object({ id: Type.String({ maxLength: HTTP_LIMITS.pathParameterCharactersMax }) });

/** Registers what a member sets up to prove who they are: an app that makes codes, passkeys, recovery codes. */
export function registerFactorRoutes(app: App, parts: PortalParts): void {
  registerTotp(app, parts);
  registerPasskeys(app, parts);
}

/** What proves a member may be changed only by someone who has just proved to be them. */
async function confirmedVisitor({ visitors }: PortalParts, request: FastifyRequest): Promise<Visit> {
  const visitor = await visitors.of(request);
  demandConfirmed(visitor.session);
  return visitor;
}

function registerTotp(app: App, parts: PortalParts): void {
  const { deps, cookie, tries } = parts;

  app.post(`${API}/totp`, { schema: { response: { 200: TotpAnswer } } }, async (request) => {
    const { member } = await confirmedVisitor(parts, request);
    const { secret, uri } = await beginTotp(deps, member);
    return success({ secret, uri, qr: pictureOf(uri) });
  });

  app.post(
    `${API}/totp/confirm`,
    { schema: { body: TotpRequest, response: { 200: FactorAdded } } },
    async (request, reply) => {
      const { session, member } = await confirmedVisitor(parts, request);
      await tries.countProof(request, member.id);
      const { code } = request.body;
      const added = await confirmTotp(deps, { memberId: member.id, sessionId: session.id, code });
      cookie.give(reply, added.secret);
      return success({ recovery_codes: added.recoveryCodes });
    },
  );

  app.delete(`${API}/totp`, { schema: { response: { 200: Done } } }, async (request) => {
    const { member } = await confirmedVisitor(parts, request);
    await removeTotp(deps, member.id);
    return success({});
  });

  app.post(`${API}/recovery-codes`, { schema: { response: { 200: FactorAdded } } }, async (request) => {
    const { member } = await confirmedVisitor(parts, request);
    return success({ recovery_codes: await replaceRecoveryCodes(deps, member.id) });
  });
}

function registerPasskeys(app: App, parts: PortalParts): void {
  const { deps, cookie, visitors } = parts;

  app.get(`${API}/passkeys`, { schema: { response: { 200: PasskeyList } } }, async (request) => {
    const { member } = await visitors.of(request);
    return success((await listPasskeys(deps.db, member.id)).map(passkeyJson));
  });

  app.get(
    `${API}/passkeys/:id`,
    { schema: { params: Params, response: { 200: PasskeyAnswer } } },
    async (request, reply) => {
      const { member } = await visitors.of(request);
      const passkey = await readPasskey(deps.db, { memberId: member.id, id: request.params.id });
      reply.header('etag', etagOf(nameOf(passkey)));
      return success(passkeyJson(passkey));
    },
  );

  app.post(`${API}/passkeys/options`, { schema: { response: { 200: PasskeyOptions } } }, async (request) => {
    const { member } = await confirmedVisitor(parts, request);
    return success(await beginPasskey(deps, member));
  });

  app.post(
    `${API}/passkeys`,
    { schema: { body: PasskeyRequest, response: { 200: FactorAdded } } },
    async (request, reply) => {
      const { session, member } = await confirmedVisitor(parts, request);
      const { name, passkey } = request.body;
      const ids = { memberId: member.id, sessionId: session.id };
      const added = await addPasskey(deps, ids, { name, response: madePasskey(passkey) });
      cookie.give(reply, added.secret);
      return success({ recovery_codes: added.recoveryCodes });
    },
  );

  app.patch(
    `${API}/passkeys/:id`,
    { schema: { params: Params, body: PasskeyNameRequest, response: { 200: Done } } },
    async (request) => {
      const { member } = await confirmedVisitor(parts, request);
      const key = { memberId: member.id, id: request.params.id };
      const { 'if-match': ifMatch } = request.headers;
      const check = (before: Passkey) => demandVersion(ifMatch, nameOf(before));
      await renamePasskey(deps, key, { name: request.body.name, check });
      return success({});
    },
  );

  app.delete(`${API}/passkeys/:id`, { schema: { params: Params, response: { 200: Done } } }, async (request) => {
    const { member } = await confirmedVisitor(parts, request);
    if (await removePasskey(deps, member.id, request.params.id)) return success({});
    throw passkeyNotFound();
  });
}

/** What a member may change of a passkey. */
const nameOf = ({ name }: Passkey) => ({ name });

const passkeyJson = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/** Returns the rows of a QR code: `1` is dark. Medium error correction, because screens are read from the side. */
function pictureOf(text: string): string[] {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  return data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
}
