import type { ShownMail } from '../../core/mails/commands/show.ts';
import type { InlineAsset } from '../../platform/browser-build.ts';
import { type Html, html, trustedHtml } from '../../platform/html.ts';
import { withTokens } from '../../platform/style-tokens.ts';
import { pageMarkup, policyText, sourceOf } from '../page.ts';

/** A mail to a customer or to staff. `about`: the reference of its pre-order, the member's address, or who withdrew. */
export type ListedMail = {
  id: string;
  kind: string;
  about: string;
  /** Of mails to customers. */
  store?: string;
  state: string;
  failure: string | null;
  at: Date;
};

/** How the mail is shown: its form and its width. */
export type View = { form: 'html' | 'text'; width: 'phone' | 'desktop' };

const STYLE = withTokens(`
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 400 var(--page-text-md)/1.5 var(--font); overflow-wrap: anywhere; }
header { padding: var(--space-4) var(--space-4) var(--space-1); }
h1 { margin: 0; font-size: var(--page-text-xl); line-height: 1.25; }
h2 { margin: 0 0 var(--space-1); font-size: var(--page-text-lg); line-height: 1.25; }
p { margin: 0 0 var(--space-3); }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
.columns { display: grid; gap: var(--space-4); padding: 0 var(--space-4) var(--space-4); }
nav { max-block-size: 16rem; overflow: auto; border-radius: var(--radius-lg); }
nav ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: var(--radius-lg); overflow: hidden; background: var(--card); }
nav li + li { border-block-start: 1px solid var(--line); }
nav a { display: block; padding: .625rem .875rem; color: inherit; text-decoration: none; }
nav a:hover { background: var(--card-sunken); }
nav a[aria-current] { background: var(--card-chosen); }
nav strong { display: block; font-weight: 600; }
.mail { min-inline-size: 0; padding: var(--space-4); border: 1px solid var(--line); border-radius: var(--radius-lg); background: var(--card); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 var(--space-3); margin: 0 0 var(--space-3); font-size: var(--page-text-sm); }
dt { color: var(--text-muted); }
dd { margin: 0; }
.switch { display: flex; flex-wrap: wrap; gap: var(--space-2); margin: 0 0 var(--space-3); }
.switch a { padding: var(--space-1) var(--space-3); min-block-size: 2rem; border: 1px solid var(--line); border-radius: 1rem; color: inherit; text-decoration: none; }
.switch a[aria-current] { border-color: currentColor; font-weight: 600; }
iframe { display: block; inline-size: 100%; block-size: 75vh; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page-blank); }
iframe.phone { max-inline-size: 390px; }
pre { margin: 0; padding: var(--space-4); border: 1px solid var(--line); border-radius: var(--radius); white-space: pre-wrap; font: var(--page-text-sm)/1.5 ui-monospace, monospace; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (min-width: 56rem) { .columns { grid-template-columns: 20rem minmax(0, 1fr); align-items: start; } nav { position: sticky; inset-block-start: 1rem; max-block-size: calc(100vh - 2rem); overflow: auto; } }`);

/** Returns the page's policy: its own style and script, its own requests for new mails, and the mail in a frame. */
export function pagePolicy(script: InlineAsset): string {
  return policyText({
    'default-src': ["'none'"],
    'style-src': [sourceOf(STYLE)],
    'script-src': [script.csp],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
}

/** The policy of a mail in its frame: no script, nothing loaded, its pictures inside; its links open in a new tab. */
export const MAIL_POLICY = policyText({
  sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['data:'],
  'base-uri': ["'self'"],
  'frame-ancestors': ["'self'"],
});

type Page = {
  mails: readonly ListedMail[];
  chosen: ListedMail | null;
  shown: ShownMail | null;
  view: View;
  script: InlineAsset;
};

/** Returns the page with the mails of this installation, newest first, and the chosen one. */
export function outboxPage({ mails, chosen, shown, view, script }: Page): string {
  return pageMarkup({
    locale: 'en',
    title: 'Mails',
    style: STYLE,
    body: html`<header><h1>Mails</h1>
<p class="muted">By this machine’s clock: ${Intl.DateTimeFormat().resolvedOptions().timeZone}.</p></header>
<main class="columns">
<nav id="list" aria-label="Mails, newest first" tabindex="-1">${mails.length > 0 ? list(mails, chosen) : EMPTY}</nav>
${chosen && detail(chosen, shown, view)}
</main>
<script>${trustedHtml(script.text)}</script>`,
  });
}

const EMPTY = html`<p>No mail yet. Place a pre-order in the demo store, and its confirmation appears here by itself.</p>`;

function list(mails: readonly ListedMail[], chosen: ListedMail | null): Html {
  const row = (mail: ListedMail) =>
    html`<li><a href="/mails/${mail.id}"${mail.id === chosen?.id && html` aria-current="page"`}><strong>${kindText(mail)}</strong>
<span class="muted">${mail.about} · ${stateText(mail)}</span></a></li>`;
  return html`<ul>${mails.map(row)}</ul>`;
}

function detail(mail: ListedMail, shown: ShownMail | null, view: View): Html {
  if (!shown) {
    return html`<article class="mail"><h2>${kindText(mail)}</h2>
<p>${mail.state === 'over' ? 'It was not sent: there was nothing left to tell.' : 'Nothing is left of it.'}</p></article>`;
  }
  return html`<article class="mail">
<h2>${shown.subject}</h2>
<dl><dt>To</dt><dd>${shown.to}</dd><dt>From</dt><dd>${shown.from}</dd>${mail.store && html`<dt>Store</dt><dd>${mail.store}</dd>`}
<dt>State</dt><dd>${mail.state}, ${momentText(mail, 'long')}${mail.failure && html` (${mail.failure})`}</dd></dl>
${!shown.asSent && html`<p class="muted">No file was kept of it: this is what it would say now.</p>`}
<div class="switch" role="group" aria-label="How to show it">${VIEWS.map((one) => viewLink(mail, one, view))}</div>
${
  view.form === 'text'
    ? html`<pre>${shown.text}</pre>`
    : html`<iframe class="${view.width}" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>`
}
</article>`;
}

const VIEWS: readonly (View & { label: string; query: string })[] = [
  { form: 'html', width: 'desktop', label: 'Desktop', query: '' },
  { form: 'html', width: 'phone', label: 'Phone', query: '?width=phone' },
  { form: 'text', width: 'desktop', label: 'Text', query: '?form=text' },
];

function viewLink({ id }: ListedMail, { form, width, label, query }: (typeof VIEWS)[number], view: View): Html {
  const isCurrent = form === view.form && (form === 'text' || width === view.width);
  return html`<a href="/mails/${id}${query}"${isCurrent && html` aria-current="true"`}>${label}</a>`;
}

function kindText({ kind }: ListedMail): string {
  const words = kind.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function stateText(mail: ListedMail): string {
  return mail.state === 'sent' ? momentText(mail) : `${mail.state}, ${momentText(mail)}`;
}

/** Formats the time in this machine's time zone, which `long` names, because stores may have another one. */
function momentText({ at }: ListedMail, timeStyle: 'medium' | 'long' = 'medium'): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle }).format(at);
}
