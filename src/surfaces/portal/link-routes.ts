import { acceptStaffLink } from '../../core/staff/commands/accept-link.ts';
import { readStaffLink } from '../../core/staff/commands/links.ts';
import { readMember } from '../../core/staff/queries.ts';
import { AppError } from '../../domain/error.ts';
import { messageLanguage } from '../../messages/catalogue.ts';
import type { App } from '../../platform/http.ts';
import { LinkAcceptRequest, LinkReadAnswer, LinkReadRequest, SignInAnswer } from '../../protocol/schema/portal-api.ts';
import { PORTAL_API as API, beginningOf, type PortalParts, signedInAnswer, success } from './parts.ts';

/** Registers what the page behind a one-time link asks for. Reading changes nothing: scanners of mails follow links. */
export function registerStaffLinkRoutes(app: App, parts: PortalParts): void {
  const { deps } = parts;

  app.post(
    `${API}/links/read`,
    { schema: { body: LinkReadRequest, response: { 200: LinkReadAnswer } } },
    async (request) => {
      deps.limits.signIns.take(request.clientAddress);
      const { purpose, email, memberId } = await readStaffLink(deps, request.body.token);
      const member = memberId === null ? null : await readMember(deps.db, memberId);
      return success({ kind: purpose, email: member?.email ?? email, store: null, has_account: member !== null });
    },
  );

  app.post(
    `${API}/links/accept`,
    { schema: { body: LinkAcceptRequest, response: { 200: SignInAnswer } } },
    async (request, reply) => {
      deps.limits.signIns.take(request.clientAddress);
      const { token, email, name, password, language } = request.body;
      if (password === undefined)
        throw new AppError('missing_parameter', 'password is missing.', { param: 'password' });
      const asked = language ?? request.headers['accept-language']?.split(/[,;]/)[0] ?? '';
      const given = { token, email, name, password, language: messageLanguage(asked) };
      return signedInAnswer(parts, reply, await acceptStaffLink(deps, given, await beginningOf(parts, request)));
    },
  );
}
