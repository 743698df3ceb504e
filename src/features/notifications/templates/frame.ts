import { textDirection } from '../../../messages/catalogue.ts';
import { type Html, html, trustedHtml } from '../../../platform/html.ts';
import type { Words } from './facts.ts';

// Classes and one style sheet: today's mail programs keep it, and where one does not, plain text in reading order is
// left. No remote picture, no font, nothing that tells anybody that the mail was opened.
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f5f6f8; color: #191c22; -webkit-text-size-adjust: 100%; }
body, td, th { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-size: 16px; line-height: 1.5; }
.preheader { display: none; max-height: 0; overflow: hidden; opacity: 0; }
.page { max-width: 600px; margin: 0 auto; padding: 24px 16px 40px; }
.shop { margin: 0 0 16px; font-size: 17px; font-weight: 600; }
.card { background: #ffffff; border: 1px solid #e1e4e9; border-radius: 12px; padding: 28px; }
h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 28px 0 8px; font-size: 16px; line-height: 1.4; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.fact { margin: 20px 0 0; padding: 16px; background: #f5f6f8; border-radius: 8px; }
.fact p { margin: 0; }
.fact p + p { margin-top: 12px; }
.fact + p { margin-top: 16px; }
.label { display: block; color: #565d6b; font-size: 14px; }
.strong { font-size: 18px; font-weight: 600; }
table { width: 100%; border-collapse: collapse; margin: 4px 0 0; }
th, td { padding: 10px 0; border-top: 1px solid #e1e4e9; text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
tbody:first-of-type tr:first-child th, tbody:first-of-type tr:first-child td { border-top: 0; }
td { padding-inline-start: 16px; text-align: end; white-space: nowrap; }
.sum th, .sum td { padding: 4px 0 4px; border-top: 0; }
.sum tr:first-child th, .sum tr:first-child td { padding-top: 12px; border-top: 1px solid #e1e4e9; }
.sum .total th, .sum .total td { padding-top: 8px; font-weight: 600; }
.muted { color: #565d6b; font-size: 14px; }
.test { margin: 0 0 16px; padding: 10px 16px; background: #fff5d9; color: #6b4a00; border-radius: 8px; font-size: 14px; }
.foot { padding: 20px 12px 0; color: #565d6b; font-size: 13px; }
.foot p { margin: 0 0 8px; }
a { color: #1b4fd1; }
@media (max-width: 480px) { .card { padding: 20px; } }
@media (prefers-color-scheme: dark) {
  body { background: #111317; color: #eceef2; }
  .card { background: #1c1f25; border-color: #323741; }
  .fact { background: #262a32; }
  th, td, .sum tr:first-child th, .sum tr:first-child td { border-color: #323741; }
  .label, .muted, .foot { color: #a8b0bd; }
  .test { background: #322a15; color: #ffdf94; }
  a { color: #9dbcff; }
}`;

/** The document around a mail's body: the store above, who sells and how to reach them below. */
export function mailDocument(
  words: Words,
  { title, preheader, body }: { title: string; preheader: string; body: Html },
): string {
  const { t, store, locale } = words;
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
${body}
</div>
<div class="foot">
<p>${t('mail.contact', { store: store.name, email: store.contactEmail, reference: words.reference })}</p>
<p>${[store.legalName, ...store.legalAddress.split('\n')].join(', ')}</p>
<p><a href="${store.termsUrl}">${t('mail.terms')}</a> · <a href="${store.privacyUrl}">${t('mail.privacy')}</a></p>
</div>
</div>
</body>
</html>
`.markup;
}

/** The same in plain text; empty parts leave no gap. */
export function mailText(words: Words, parts: readonly (readonly string[])[]): string {
  const { t, store, reference } = words;
  const foot = [
    t('mail.contact', { store: store.name, email: store.contactEmail, reference }),
    '',
    store.legalName,
    ...store.legalAddress.split('\n'),
    `${t('mail.terms')}: ${store.termsUrl}`,
    `${t('mail.privacy')}: ${store.privacyUrl}`,
  ];
  const test = store.mode === 'test' ? [t('mail.test')] : [];
  const blocks = [test, ...parts, ['--', ...foot]].filter((block) => block.length > 0);
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** Rows of a table: what, and how much. */
export function itemRows(rows: ReturnType<Words['rows']>): Html {
  return html`<tbody>${rows.map(
    ({ title, details, quantity, amount }) =>
      html`<tr><th scope="row">${quantity} × ${title}${details.map((detail) => html`<br><span class="muted">${detail}</span>`)}</th><td>${amount}</td></tr>`,
  )}</tbody>`;
}

export function itemTexts(rows: ReturnType<Words['rows']>): string[] {
  return rows.flatMap(({ title, details, quantity, amount }) => [
    `${quantity} × ${title}: ${amount}`,
    ...details.map((detail) => `    ${detail}`),
  ]);
}
