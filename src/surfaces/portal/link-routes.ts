import { acceptStaffLink } from '../../core/staff/commands/accept-link.ts';
import { askForPasswordLink } from '../../core/staff/commands/invite.ts';
import { type LiveLink, readStaffLink } from '../../core/staff/commands/links.ts';
import { findMemberByEmail, readMember } from '../../core/staff/queries.ts';
import { messageLanguage } from '../../messages/catalogue.ts';
import type { App } from '../../platform/http.ts';
import {
  Done,
  LinkAcceptRequest,
  LinkReadAnswer,
  LinkReadRequest,
  PasswordResetRequest,
  SignInAnswer,
} from '../../protocol/schema/portal-api.ts';
import { noteProof } from './note-proof.ts';
import { PORTAL_API as API, beginningOf, type PortalDeps, type PortalParts, signedInAnswer, success } from './parts.ts';

/** Registers what the page behind a one-time link asks for. Reading changes nothing: scanners of mails follow links. */
export function registerStaffLinkRoutes(app: App, parts: PortalParts): void {
  const { deps, tries } = parts;

  app.post(
    `${API}/links/read`,
    { schema: { body: LinkReadRequest, response: { 200: LinkReadAnswer } } },
    async (request) => {
      await tries.countOpening(request);
      return success(await linkView(deps, await readStaffLink(deps, request.body.token)));
    },
  );

  app.post(
    `${API}/links/accept`,
    { schema: { body: LinkAcceptRequest, response: { 200: SignInAnswer } } },
    async (request, reply) => {
      await tries.countOpening(request);
      const { language, ...given } = request.body;
      const asked = language ?? request.headers['accept-language']?.split(/[,;]/)[0] ?? '';
      const accepting = { ...given, language: messageLanguage(asked) };
      const beginning = await beginningOf(parts, request);
      const attempt = { request, by: 'link', member: null } as const;
      const signedIn = await noteProof(deps, attempt, () => acceptStaffLink(deps, accepting, beginning));
      return signedIn
        ? signedInAnswer(parts, { request, reply }, signedIn)
        : success({ state: 'accepted' as const, methods: [] });
    },
  );

  app.post(
    `${API}/password-resets`,
    { schema: { body: PasswordResetRequest, response: { 202: Done } } },
    async (request, reply) => {
      const { email } = request.body;
      await tries.countPasswordLink(request, email);
      await askForPasswordLink(deps, email);
      return reply.code(202).send(success({}));
    },
  );
}

async function linkView({ db }: PortalDeps, live: LiveLink) {
  if ('invitation' in live) {
    const { email, storeName: name, role } = live.invitation;
    const member = await findMemberByEmail(db, email);
    return { kind: 'invitation' as const, email, store: { name, role }, has_account: member !== null };
  }
  const { purpose, email, memberId } = live.link;
  const member = memberId === null ? null : await readMember(db, memberId);
  return { kind: purpose, email: member?.email ?? email, store: null, has_account: member !== null };
}
