import { changeMember, readMemberFacts } from '../../core/staff/commands/members.ts';
import { changePassword, checkPassword } from '../../core/staff/commands/password.ts';
import { subscribe } from '../../core/staff/commands/subscribe.ts';
import { listSubscriptions } from '../../core/staff/queries/subscriptions.ts';
import type { App } from '../../platform/http.ts';
import {
  Done,
  MeAnswer,
  MeRequest,
  PasswordRequest,
  SubscriptionList,
  SubscriptionParams,
  SubscriptionRequest,
} from '../../protocol/schema/portal-api.ts';
import { demandVersion, etagOf } from '../version.ts';
import { noteProof } from './note-proof.ts';
import { PORTAL_API as API, type PortalParts, success } from './parts.ts';
import { refuseStore } from './visitor.ts';

/** Registers what a member changes about themselves. */
export function registerMeRoutes(app: App, { deps, cookie, visitors, tries }: PortalParts): void {
  app.get(`${API}/me`, { schema: { response: { 200: MeAnswer } } }, async (request, reply) => {
    const { member } = await visitors.of(request);
    const facts = await readMemberFacts(deps.db, member.id);
    reply.header('etag', etagOf(facts));
    return success(facts);
  });

  app.patch(`${API}/me`, { schema: { body: MeRequest, response: { 200: Done } } }, async (request) => {
    const { member } = await visitors.of(request);
    const { 'if-match': ifMatch } = request.headers;
    await changeMember(deps, member.id, { ...request.body, check: (before) => demandVersion(ifMatch, before) });
    return success({});
  });

  app.get(`${API}/subscriptions`, { schema: { response: { 200: SubscriptionList } } }, async (request) => {
    const { member } = await visitors.of(request);
    return success(await listSubscriptions(deps.db, member.id));
  });

  app.patch(
    `${API}/subscriptions/:slug`,
    { schema: { params: SubscriptionParams, body: SubscriptionRequest, response: { 200: SubscriptionList } } },
    async (request) => {
      const { member } = await visitors.of(request);
      const named = { memberId: member.id, slug: request.params.slug };
      const works = await subscribe(deps, named, request.body);
      if (!works) throw await refuseStore(deps, { requestId: request.id, ...named });
      return success(await listSubscriptions(deps.db, member.id));
    },
  );

  app.put(`${API}/password`, { schema: { body: PasswordRequest, response: { 200: Done } } }, async (request, reply) => {
    const { session, member } = await visitors.of(request);
    await tries.countProof(request, member.id);
    const { current_password: present, password } = request.body;
    const attempt = { request, by: 'password', member: member.id } as const;
    const given = { password: present, param: 'current_password' };
    await noteProof(deps, attempt, () => checkPassword(deps, member.id, given));
    cookie.give(reply, await changePassword(deps, member, { password, sessionId: session.id }));
    await tries.know(request, reply, member.id);
    return success({});
  });
}
