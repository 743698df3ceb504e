import type { IncomingMessage, ServerResponse } from 'node:http';
import { showMail } from '../../core/mails/commands/show.ts';
import { listNewestMails } from '../../core/mails/queries.ts';
import type { InlineAsset } from '../../platform/browser-build.ts';
import { isLoopbackHost } from '../../platform/loopback.ts';
import type { Deps } from '../deps.ts';
import { type ListedMail, MAIL_POLICY, outboxPage, pagePolicy, type View } from './mailbox-page.ts';

// A developer who tries the service has a few mails; a longer list would not be read.
const MAILS_MAX = 100;

type OutboxDeps = Pick<Deps, 'db' | 'secrets' | 'baseUrl' | 'mail' | 'mailFrom' | 'writeMail' | 'pictures'>;
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
      () => response.writeHead(500).end(),
    );
    return true;
  };
}

type Asked = { id: string | undefined; form: string | undefined; query: URLSearchParams };

async function answer(deps: OutboxDeps, script: InlineAsset, { id, form, query }: Asked): Promise<Answer> {
  const mails: ListedMail[] = await listNewestMails(deps.db, MAILS_MAX);
  const chosen = id ? (mails.find((mail) => mail.id === id) ?? null) : (mails[0] ?? null);
  const shown = chosen && (await showMail(deps, chosen));
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
