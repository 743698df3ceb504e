import { resendMail } from '../../core/mails/commands/resend.ts';
import { showLoggedMail } from '../../core/mails/commands/show.ts';
import { listMails, type Mail, readMail } from '../../core/mails/queries.ts';
import { readPreorder } from '../../core/preorders/queries.ts';
import { seesPeople } from '../../domain/scope.ts';
import * as operations from '../../protocol/schema/admin-api/mails.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { writingRoute } from './serve.ts';

/** Registers the mails: list, one with its text, send again. */
export function registerMails(routes: AdminRoutes): void {
  const { reads, readsPage } = routes;
  readsPage(operations.listMails, async ({ store }, { preorder, ...filter }, { db }) => {
    const reference = preorder === undefined ? undefined : (await readPreorder(db, store.id, preorder)).reference;
    return (await listMails(db, store.id, { ...filter, reference })).map(mailJson);
  });
  reads(operations.getMail, async (asker, { mail_id: id }, deps) => {
    const mail = await readMail(deps.db, asker.store.id, id);
    const shown = seesPeople(asker) ? await showLoggedMail(deps, mail) : null;
    const content = shown && { subject: shown.subject, from: shown.from, to: shown.to, as_sent: shown.asSent };
    return { ...mailJson(mail), ...content, text: shown?.text ?? null, html: shown?.html ?? null };
  });
  registerResend(routes);
}

function registerResend({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.route<{ Params: { mail_id: string } }>({
    ...writingRoute(operations.resendMail),
    async handler(request, reply) {
      const { store } = askerOf(request);
      const { id } = await readMail(deps.db, store.id, request.params.mail_id);
      request.params.mail_id = id; // a Message-ID names the same mail for an Idempotency-Key
      return perform(request, reply, {
        action: operations.resendMail.action,
        run: async (joined) => ({ subject: (await resendMail(joined, store.id, id)).id }),
        answer: async (joined, { subject }) => mailJson(await readMail(joined.db, store.id, subject)),
      });
    },
  });
}

const mailJson = ({ reference: preorder, ...mail }: Mail) => jsonOf(operations.AdminMail, { ...mail, preorder });
