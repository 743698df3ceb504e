import { resendMail } from '../../core/mails/commands/resend.ts';
import { type ShownMail, showLoggedMail } from '../../core/mails/commands/show.ts';
import { AMOUNTS, digestOf, type LineFacts, type MailEvidence } from '../../core/mails/evidence.ts';
import { findEvidence } from '../../core/mails/queries/evidence.ts';
import { listMails, type Mail, readMail } from '../../core/mails/queries.ts';
import { readPreorder } from '../../core/preorders/queries.ts';
import { type Minor, toDecimal } from '../../domain/money.ts';
import { seesPeople } from '../../domain/scope.ts';
import * as operations from '../../protocol/schema/admin-api/mails.ts';
import type { Deps } from '../deps.ts';
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
    const sees = seesPeople(asker);
    const shown = sees ? await showLoggedMail(deps, mail) : null;
    const evidence = sees ? await findEvidence(deps.db, mail) : null;
    const content = shown && { subject: shown.subject, from: shown.from, to: shown.to, as_sent: shown.asSent };
    return {
      ...mailJson(mail),
      ...content,
      evidence: evidence && evidenceJson(evidence, { mail, shown, currency: await currencyOf(deps, mail) }),
      text: shown?.text ?? null,
      html: shown?.html ?? null,
    };
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

const currencyOf = async ({ db }: Pick<Deps, 'db'>, { storeId, reference }: Mail): Promise<string> =>
  (await readPreorder(db, storeId, reference)).currency;

type Told = { mail: Mail; shown: ShownMail | null; currency: string };

function evidenceJson({ to, subject, writtenFrom, digest }: MailEvidence, { mail, shown, currency }: Told) {
  const { v, l, o = null, d, c, i } = writtenFrom;
  return {
    to,
    subject,
    language: l,
    template: mail.kind,
    template_version: v,
    own_words: o,
    digest,
    same: shown && digestOf(shown.text) === digest,
    written_from: { day: d, card: c?.join(' ') ?? null, lines: i.map((facts) => lineJson(facts, currency)) },
  };
}

function lineJson({ n: [first, count], s, v, a, w: [from, until, version] }: LineFacts, currency: string) {
  const amountOf = (name: (typeof AMOUNTS)[number]) => toDecimal((a[AMOUNTS.indexOf(name)] ?? 0) as Minor, currency);
  return {
    lines: Array.from({ length: count }, (_, at) => first + at),
    state: s,
    variant: v,
    total: amountOf('total'),
    paid: amountOf('paid'),
    refunded: amountOf('refunded'),
    currency,
    ship_window: { from, until, version },
  };
}
