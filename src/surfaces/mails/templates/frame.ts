import { textDirection } from '../../../messages/catalogue.ts';
import { html, trustedHtml } from '../../../platform/html.ts';
import { keepOnOneLine } from '../../page.ts';
import type { MailContent, Words } from './facts.ts';
import { blockHtml, blocksText, type Letter } from './letter.ts';

// Classes and one style sheet: today's mail programs support them, and others show plain text in reading order. There is no
// remote image or font, so no server learns that the mail was opened.
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f5f6f8; color: #191c22; -webkit-text-size-adjust: 100%; }
body, td, th { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif; font-size: 16px; line-height: 1.5; }
.preheader { display: none; max-height: 0; overflow: hidden; opacity: 0; }
.page { max-width: 600px; margin: 0 auto; padding: 24px 16px 40px; }
.shop { margin: 0 0 16px; font-size: 17px; font-weight: 600; }
.card { background: #ffffff; border: 1px solid #e1e4e9; border-radius: 12px; padding: 28px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 16px; line-height: 1.4; overflow-wrap: anywhere; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.card > :last-child { margin-bottom: 0; }
.facts { margin: 20px 0; padding: 16px; background: #f5f6f8; border-radius: 8px; }
.facts p { margin: 0; }
.facts p + p { margin-top: 12px; }
.label { display: block; color: #565d6b; font-size: 14px; }
.strong { font-size: 18px; font-weight: 600; }
blockquote { margin: 8px 0 20px; padding-block: 2px; padding-inline-start: 16px; border-inline-start: 3px solid #c9ced6; text-align: start; }
blockquote p:last-child { margin-bottom: 0; }
table { width: 100%; border-collapse: collapse; margin: 4px 0 16px; }
th, td { padding: 10px 0; border-top: 1px solid #e1e4e9; text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
tbody:first-of-type tr:first-child th, tbody:first-of-type tr:first-child td { border-top: 0; }
td { padding-inline-start: 16px; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.sum th, .sum td { padding: 4px 0 4px; border-top: 0; }
.sum td { padding-inline-start: 16px; }
.sum tr:first-child th, .sum tr:first-child td { padding-top: 12px; border-top: 1px solid #e1e4e9; }
.sum .total th, .sum .total td { padding-top: 8px; font-weight: 600; }
.muted { color: #565d6b; font-size: 14px; }
.actions { margin: 20px 0 8px; }
.button, .second { margin: 0 8px 12px 0; text-align: center; overflow-wrap: anywhere; }
[dir="rtl"] .button, [dir="rtl"] .second { margin: 0 0 12px 8px; }
.test { margin: 0 0 16px; padding: 10px 16px; background: #fff5d9; color: #6b4a00; border-radius: 8px; font-size: 14px; }
.foot { padding: 20px 12px 0; color: #565d6b; font-size: 13px; }
.foot p { margin: 0 0 8px; }
.one-line { white-space: nowrap; }
a { color: #1b4fd1; }
@media (max-width: 480px) {
  .card { padding: 20px; }
  .actions a { display: block !important; margin: 0 0 12px !important; }
}
@media (prefers-color-scheme: dark) {
  body { background: #111317; color: #eceef2; }
  .card { background: #1c1f25; border-color: #323741; }
  .facts { background: #262a32; }
  th, td, .sum tr:first-child th, .sum tr:first-child td { border-color: #323741; }
  blockquote { border-color: #4a515e; }
  .label, .muted, .foot { color: #a8b0bd; }
  .test { background: #322a15; color: #ffdf94; }
  a { color: #9dbcff; }
  .button { background: #f1f3f6 !important; color: #16181d !important; }
  .second { border-color: #6d7583 !important; color: #eceef2 !important; }
}`;

/** Writes a mail as HTML and as text, with the store at the top and the seller's contact at the bottom. */
export function writeMail(words: Words, letter: Letter): MailContent {
  const { subject } = letter;
  return { subject, html: mailDocument(words, letter), text: mailText(words, letter) };
}

function mailDocument(words: Words, { title, preheader, blocks }: Letter): string {
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
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<div class="preheader">${preheader}</div>
<div class="page" role="main">
<p class="shop">${store.name}</p>
${store.mode === 'test' && html`<p class="test">${t('mail.test')}</p>\n`}<div class="card">
<h1>${title}</h1>
${written.map((block) => html`${blockHtml(block, reference)}\n`)}</div>
<div class="foot">
<p>${keepOnOneLine(contact, reference)}</p>
<p>${[store.legalName, ...store.legalAddress.split('\n')].join(', ')}</p>
<p><a href="${store.termsUrl}">${t('mail.terms')}</a> · <a href="${store.privacyUrl}">${t('mail.privacy')}</a></p>
</div>
</div>
</body>
</html>
`.markup;
}

function mailText(words: Words, { title, blocks }: Letter): string {
  const { t, store, reference } = words;
  const foot = [
    '--',
    t('mail.contact', { store: store.name, email: store.contactEmail, reference }),
    '',
    store.legalName,
    ...store.legalAddress.split('\n'),
    `${t('mail.terms')}: ${store.termsUrl}`,
    `${t('mail.privacy')}: ${store.privacyUrl}`,
  ].join('\n');
  const test = store.mode === 'test' ? [t('mail.test')] : [];
  const body = blocksText(blocks.filter((block) => block !== false));
  return `${[...test, title, body, foot].join('\n\n')}\n`;
}
