import { textDirection } from '../../../messages/catalogue.ts';
import { html, trustedHtml } from '../../../platform/html.ts';
import type { Branded } from '../../brand.ts';
import { keepOnOneLine } from '../../page.ts';
import type { MailContent, Words } from './facts.ts';
import { blockHtml, blocksText, type Letter } from './letter.ts';
import { mailHead } from './logo.ts';
import { mailStyle } from './style.ts';

const PAGE_WIDTH = 600; // pixels, as the style says

// Classes and one style sheet: today's mail programs support them, and others show plain text in reading order. There is no
// remote image or font, so no server learns that the mail was opened.
const LIGHT = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: var(--page); color: var(--text); -webkit-text-size-adjust: 100%; }
body, td, th { font-family: var(--font); font-size: var(--page-text-md); line-height: 1.5; }
.preheader { display: none; max-height: 0; overflow: hidden; opacity: 0; }
.page { max-width: 600px; margin: 0 auto; padding: var(--space-6) var(--space-4) var(--space-10); }
.shop { margin: 0 0 var(--space-4); font-size: var(--text-lg); font-weight: 600; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-lg); padding: 28px; }
h1 { margin: 0 0 var(--space-2); font-size: var(--page-text-title); line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 28px 0 var(--space-2); font-size: var(--page-text-md); line-height: 1.4; overflow-wrap: anywhere; }
p { margin: 0 0 var(--space-3); overflow-wrap: anywhere; }
.card > :last-child { margin-bottom: 0; }
.facts { margin: var(--space-5) 0; padding: var(--space-4); background: var(--card-sunken); border-radius: var(--radius); }
.facts p { margin: 0; }
.facts p + p { margin-top: var(--space-3); }
.label { display: block; color: var(--text-muted); font-size: var(--page-text-sm); }
.strong { font-size: var(--page-text-lg); font-weight: 600; }
blockquote { margin: var(--space-2) 0 var(--space-5); padding-block: 2px; padding-inline-start: var(--space-4); border-inline-start: 3px solid var(--line-quote); text-align: start; }
blockquote p:last-child { margin-bottom: 0; }
table { width: 100%; border-collapse: collapse; margin: var(--space-1) 0 var(--space-4); }
th, td { padding: 10px 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
tbody:first-of-type tr:first-child th, tbody:first-of-type tr:first-child td { border-top: 0; }
td { padding-inline-start: var(--space-4); text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.picture { width: 56px; padding-inline: 0 14px; text-align: start; }
.picture img { border-radius: var(--radius); background: var(--page-blank); }
.sum th, .sum td { padding: var(--space-1) 0 var(--space-1); border-top: 0; }
.sum td { padding-inline-start: var(--space-4); }
.sum tr:first-child th, .sum tr:first-child td { padding-top: var(--space-3); border-top: 1px solid var(--line); }
.sum .total th, .sum .total td { padding-top: var(--space-2); font-weight: 600; }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
.actions { margin: var(--space-5) 0 var(--space-2); }
.button, .second { margin: 0 var(--space-2) var(--space-3) 0; text-align: center; overflow-wrap: anywhere; }
[dir="rtl"] .button, [dir="rtl"] .second { margin: 0 0 var(--space-3) var(--space-2); }
.logo { vertical-align: middle; }
.official { max-width: 100%; height: auto; }
.test { margin: 0 0 var(--space-4); padding: 10px var(--space-4); background: var(--warning-surface); color: var(--warning); border-radius: var(--radius); font-size: var(--page-text-sm); }
.foot { padding: var(--space-5) var(--space-3) 0; color: var(--text-muted); font-size: var(--text-sm); }
.foot p { margin: 0 0 var(--space-2); }
.one-line { white-space: nowrap; }
a { color: var(--link); }
@media (max-width: 480px) {
  .card { padding: var(--space-5); }
  .actions a { display: block !important; margin: 0 0 var(--space-3) !important; }
}`;

const DARK = `
  body { background: var(--page); color: var(--text); }
  .card { background: var(--card); border-color: var(--line); }
  .facts { background: var(--card-sunken); }
  th, td, .sum tr:first-child th, .sum tr:first-child td { border-color: var(--line); }
  blockquote { border-color: var(--line-quote); }
  .label, .muted, .foot { color: var(--text-muted); }
  .test { background: var(--warning-surface); color: var(--warning); }
  .logo { padding: 4px 8px; border-radius: 4px; background: var(--logo-ground); }
  a { color: var(--link); }
  .button { background: var(--action) !important; color: var(--action-text) !important; }
  .second { border-color: var(--second-line) !important; color: var(--text) !important; }`;

const styleOf = (store: Branded) => `${mailStyle(LIGHT, 'light', store)}
@media (prefers-color-scheme: dark) {${mailStyle(DARK, 'dark', store)}
}`;

/** What the frame of a mail needs of its words. */
type FrameWords = Pick<Words, 't' | 'store' | 'locale' | 'reference' | 'withdrawUrl' | 'official'>;

/** Writes a mail as HTML and as text, with the store at the top and the seller's contact at the bottom. */
export function writeMail(words: FrameWords, letter: Letter): MailContent {
  const { subject } = letter;
  return { subject, html: mailDocument(words, letter), text: mailText(words, letter) };
}

function mailDocument(words: FrameWords, { title, preheader, blocks }: Letter): string {
  const { t, store, locale, reference } = words;
  const contact = t('mail.contact', { store: store.name, email: store.contactEmail, reference });
  const written = blocks.filter((block) => block !== false);
  return html`<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${title}</title>
<style>${trustedHtml(styleOf(store))}</style>
</head>
<body>
<div class="preheader">${preheader}</div>
<div class="page" role="main">
${mailHead(store)}
${store.mode === 'test' && html`<p class="test">${t('mail.test')}</p>\n`}<div class="card">
<h1>${title}</h1>
${written.map((block) => html`${blockHtml(block, { reference, store })}\n`)}</div>
<div class="foot">
<p>${keepOnOneLine(contact, reference)}</p>
<p dir="auto">${[store.legalName, ...store.legalAddress.split('\n')].join(', ')}</p>
${store.contactPhone !== null && html`<p dir="ltr">${store.contactPhone}</p>\n`}<p>${legalLinks(words).map(([text, href], index) => html`${index > 0 && ' · '}<a href="${href}">${text}</a>`)}</p>
${words.official.map(
  ({ title, width, picture }) =>
    picture &&
    html`<p><img class="official" src="cid:${picture.cid}" width="${Math.min(width, PAGE_WIDTH)}" alt="${t(title)}"></p>\n`,
)}</div>
</div>
</body>
</html>
`.markup;
}

function mailText(words: FrameWords, { title, blocks }: Letter): string {
  const { t, store, reference } = words;
  const foot = [
    '--',
    t('mail.contact', { store: store.name, email: store.contactEmail, reference }),
    '',
    store.legalName,
    ...store.legalAddress.split('\n'),
    ...(store.contactPhone === null ? [] : [store.contactPhone]),
    ...legalLinks(words).map(([text, href]) => `${text}: ${href}`),
  ].join('\n');
  const test = store.mode === 'test' ? [t('mail.test')] : [];
  const body = blocksText(blocks.filter((block) => block !== false));
  return `${[...test, title, body, foot].join('\n\n')}\n`;
}

/** Returns the legal pages of the store with their names: some laws want them with the confirmation of each sale. */
function legalLinks({
  t,
  store,
  withdrawUrl,
  official,
}: Pick<FrameWords, 't' | 'store' | 'withdrawUrl' | 'official'>): [string, string][] {
  const { termsUrl, privacyUrl, withdrawalUrl } = store;
  const pages: [string, string | null][] = [
    [t('status.withdraw'), withdrawUrl],
    [t('mail.terms'), termsUrl],
    [t('checkout.withdrawal'), withdrawalUrl],
    [t('mail.privacy'), privacyUrl],
    ...official.map(({ title, url }): [string, string] => [t(title), url]),
  ];
  return pages.flatMap(([text, url]) => (url === null ? [] : [[text, url]]));
}
