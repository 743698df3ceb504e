import type { IncomingMessage, ServerResponse } from 'node:http';
import { readKeptMail, type ShownMail, showMail } from '../../core/mails/commands/show.ts';
import { listNewestMails } from '../../core/mails/queries.ts';
import { staffMessageId } from '../../core/staff/commands/send-mails.ts';
import { listNewestStaffMails } from '../../core/staff/queries.ts';
import { listNewestReceipts } from '../../core/withdrawals/queries.ts';
import type { InlineAsset } from '../../platform/browser-build.ts';
import { isLoopbackHost } from '../../platform/loopback.ts';
import type { Deps } from '../deps.ts';
import { type ListedMail, MAIL_POLICY, outboxPage, pagePolicy, type View } from './mailbox-page.ts';

// A developer who tries the service has a few mails; a longer list would not be read.
const MAILS_MAX = 100;

type OutboxDeps = Pick<
  Deps,
  'db' | 'secrets' | 'baseUrl' | 'mail' | 'mailFrom' | 'writeMail' | 'pictures' | 'portalUrl'
>;
type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;
type Answer = { status: number; policy: string; body: string };

/**
 * Shows the mails of this installation at `/mails`, to users of this machine only. They contain names, addresses and links
 * that change something. So it is only used by `npm start`, is bound to loopback, and requires a loopback host name: no web
 * site can reach it through a DNS name of its own that resolves to this machine (DNS rebinding).
 */
export function createOutboxPages(deps: OutboxDeps, script: InlineAsset): Handler {
  return (request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://localhost'); // null for `//`
    const [, mails, id, form] = url?.pathname.split('/') ?? [];
    if (url === null || mails !== 'mails' || request.method !== 'GET' || !isLoopbackHost(request.headers.host))
      return false;
    void answer(deps, script, { id, form, query: url.searchParams }).then(
      (page) => send(response, page),
      () => response.writeHead(500, { 'x-content-type-options': 'nosniff' }).end(),
    );
    return true;
  };
}

type MailboxRequest = { id: string | undefined; form: string | undefined; query: URLSearchParams };

async function answer(deps: OutboxDeps, script: InlineAsset, { id, form, query }: MailboxRequest): Promise<Answer> {
  const mails = await newestMails(deps);
  const chosen = id ? (mails.find((mail) => mail.id === id) ?? null) : (mails[0] ?? null);
  const shown = chosen && (await chosen.show());
  if (form === 'html' && shown) {
    // Links of a mail open in a new tab.
    const body = shown.html.replace('<head>', '<head>\n<base target="_blank">');
    return { status: 200, policy: MAIL_POLICY, body };
  }
  const view: View = {
    form: query.get('form') === 'text' ? 'text' : 'html',
    width: query.get('width') === 'phone' ? 'phone' : 'desktop',
  };
  const found = form === undefined && (!id || chosen !== null);
  const body = outboxPage({ mails, chosen, shown, view, script });
  return { status: found ? 200 : 404, policy: pagePolicy(script), body };
}

/** Lists the newest mails, to customers and to staff, each with how to show it. */
async function newestMails(deps: OutboxDeps): Promise<(ListedMail & { show(): Promise<ShownMail | null> })[]> {
  const toCustomers = (await listNewestMails(deps.db, MAILS_MAX)).map((mail) => ({
    ...mail,
    about: mail.reference,
    at: mail.sentAt ?? mail.createdAt,
    show: () => showMail(deps, mail),
  }));
  const toStaff = (await listNewestStaffMails(deps.db, MAILS_MAX)).map(({ id, kind, email, createdAt, doneAt }) => ({
    id,
    kind,
    about: email,
    state: doneAt === null ? 'waiting' : 'sent',
    failure: null,
    at: doneAt ?? createdAt,
    show: () => readKeptMail(deps, staffMessageId(deps, id)),
  }));
  const receipts = (await listNewestReceipts(deps.db, MAILS_MAX)).flatMap(({ messageId, name, sentAt, id, store }) => {
    if (messageId === null || sentAt === null) return [];
    const show = () => readKeptMail(deps, messageId);
    return [{ id, store, kind: 'withdrawal', about: name, state: 'sent', failure: null, at: sentAt, show }];
  });
  return [...toCustomers, ...toStaff, ...receipts].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAILS_MAX);
}

function send(response: ServerResponse, { status, policy, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  response.end(body);
}
