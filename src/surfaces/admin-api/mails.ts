import Type from 'typebox';
import { resendMail } from '../../core/mails/commands/resend.ts';
import { showLoggedMail } from '../../core/mails/commands/show.ts';
import { listMails, readMail } from '../../core/mails/queries.ts';
import { readPreorder } from '../../core/preorders/queries.ts';
import { seesPeople } from '../../domain/scope.ts';
import { MailListQuery, ShownMail } from '../../protocol/schema/admin-api/mails.ts';
import { page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { mailJson, shownMailJson } from '../merchant-json/mails.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, pageOf, reading, readPage, success, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/mails`;
const Params = Type.Object({ mail_id: Type.String({ minLength: 1, maxLength: 300 }) });
const NOT_FOUND = { 404: { $ref: 'Error#', description: '`mail_not_found`' } };

const LIST = reading('mails:read', {
  operationId: 'listMails',
  summary: 'The mails to customers, the newest first',
  querystring: MailListQuery,
  response: {
    200: page(Type.Ref('AdminMail'), 'One page of mails.'),
    404: { $ref: 'Error#', description: '`preorder_not_found`' },
  },
});
const GET = reading('mails:read', {
  operationId: 'getMail',
  summary: 'One mail, with its text for those who have `preorders:personal` too',
  description: 'What makes its links work is hidden. Send the mail again if the customer needs one.',
  params: Params,
  response: { 200: successSchema(ShownMail, 'The mail.'), ...NOT_FOUND },
});
const RESEND = writing('mails:write', {
  operationId: 'resendMail',
  summary: 'Send a mail again; if it was already sent, as a new mail',
  params: Params,
  body: NoBody,
  response: { 200: successSchema(Type.Ref('AdminMail'), 'The mail that waits to be sent.'), ...NOT_FOUND },
});

/** Registers the mails: list, one with its text, send again. */
export function registerMails({ app, deps, askerOf, perform }: AdminRoutes): void {
  const { db } = deps;
  app.get(PATH, LIST, async (request) => {
    const { id: storeId } = askerOf(request).store;
    const { preorder, ...filter } = request.query;
    const reference = preorder === undefined ? undefined : (await readPreorder(db, storeId, preorder)).reference;
    const read = (part: { limit: number; after?: string }) => listMails(db, storeId, { ...filter, ...part, reference });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(entries.map(mailJson), next);
  });

  app.get(`${PATH}/:mail_id`, GET, async (request) => {
    const asker = askerOf(request);
    const mail = await readMail(db, asker.store.id, request.params.mail_id);
    return success(shownMailJson(mail, seesPeople(asker) ? await showLoggedMail(deps, mail) : null));
  });

  app.post(`${PATH}/:mail_id/resend`, RESEND, async (request, reply) => {
    const { store } = askerOf(request);
    const { id } = await readMail(db, store.id, request.params.mail_id);
    request.params.mail_id = id; // a Message-ID names the same mail for an Idempotency-Key
    return perform(request, reply, {
      action: 'mail.resend',
      run: async (joined) => ({ subject: (await resendMail(joined, store.id, id)).id }),
      answer: async (joined, { subject }) => mailJson(await readMail(joined.db, store.id, subject)),
    });
  });
}
