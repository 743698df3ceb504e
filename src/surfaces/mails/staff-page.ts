import { textDirection } from '../../messages/catalogue.ts';
import { type Html, html, trustedHtml } from '../../platform/html.ts';
import { mailStyle } from './templates/style.ts';

const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: var(--space-6) var(--space-4); background: var(--page); color: var(--text); font-family: var(--font); font-size: var(--page-text-md); line-height: 1.5; }
.card { max-width: 560px; margin: 0 auto; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-lg); overflow-wrap: anywhere; }
h1 { margin: 0 0 var(--space-3); font-size: var(--page-text-title); line-height: 1.25; }
p { margin: 0 0 var(--space-3); }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
a { color: var(--link); }`;
const DARK = `body { background: var(--page); color: var(--text); } .card { background: var(--card); border-color: var(--line); } .muted { color: var(--text-muted); } a { color: var(--link); }`;

/** The page of a mail to staff. It is the installation's, so it has no store's look. */
export function staffMailPage(locale: string, subject: string, content: Html): string {
  const style = `${mailStyle(SHEET, 'light', null)}\n@media (prefers-color-scheme: dark) {${mailStyle(DARK, 'dark', null)}}`;
  const { markup } = html`<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${subject}</title><style>${trustedHtml(style)}</style></head>
<body><div class="card"><h1>${subject}</h1>${content}</div></body></html>`;
  return markup;
}

/** A store's name is typed by people; a line break in a subject would end the header. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
