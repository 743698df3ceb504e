import type { OfferedCard } from './cards.ts';
import { type Html, html, trustedHtml } from './html.ts';

/** The names of the texts on the stand-in's pages. The caller brings the words in the reader's language. */
export type PageText =
  | 'card'
  | 'card.number'
  | 'card.expiry'
  | 'card.expiry_placeholder'
  | 'card.code'
  | 'test.text'
  | 'test.cards'
  | `test.card.${OfferedCard['does']}`
  | `error.${'card_number' | 'card_not_test' | 'card_expiry' | 'card_expired' | 'card_code'}`
  | `challenge.${'title' | 'bank' | 'text' | 'approve' | 'refuse'}`
  | `wallet_test.${'button' | 'title' | 'text' | 'person' | 'details' | 'name' | 'refused' | 'failed' | 'cancel'}`
  | 'email'
  | 'phone'
  | 'country'
  | `address.${'line1' | 'postal_code_postal' | 'city_city' | 'region_region'}`
  | 'total_now';

export type PageTexts = {
  /** A tag such as `en-GB`. */
  language: string;
  direction: 'ltr' | 'rtl';
  say(text: PageText, values?: { wallet: string }): string;
  /** Writes an amount of Stripe's smallest unit for the reader, such as `€129.00`. `currency` is in lower case, as at Stripe. */
  money(amount: number, currency: string): string;
};

/** Returns a page for a frame. `script` is one of those in `browser/` that call `fitIn`. */
export function framedPage({ language, direction }: PageTexts, { title, body, script }: FramedPage): string {
  return html`<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${trustedHtml(STYLE)}</style></head><body>${body}
<script>${trustedHtml(script)}</script></body></html>`.markup;
}

type FramedPage = { title: string; body: Html; script: string };

const STYLE = `
:root { --line: color-mix(in srgb, currentColor 50%, transparent); --soft: color-mix(in srgb, currentColor 12%, transparent);
  --muted: color-mix(in srgb, currentColor 75%, transparent); --bad: light-dark(#b3261e, #ff9d94);
  --accent: light-dark(#1d4ed8, #93b4ff); --field: Canvas; --round: 8px;
  font: 16px/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; margin: 0; }
body { display: grid; gap: 16px; padding: 1px; }
.page { display: grid; gap: 12px; padding: 24px; background: Canvas; }
[hidden] { display: none; }
h1 { font-size: 1.25em; line-height: 1.3; }
details .muted { margin-bottom: 8px; font-size: .875em; }
ul { display: grid; gap: 1px; padding: 0; border: 1px solid var(--soft); border-radius: var(--round); background: var(--soft);
  list-style: none; overflow: hidden; }
button { min-height: 44px; border: 1px solid var(--line); border-radius: var(--round); background: var(--field); color: inherit; font: inherit;
  cursor: pointer; }
li button { display: flex; flex-wrap: wrap; gap: 0 16px; align-items: center; justify-content: space-between; width: 100%;
  padding: 4px 16px; border: 0; border-radius: 0; font-size: .875em; text-align: start; }
li button:hover, li [aria-pressed=true] { background: color-mix(in srgb, var(--field) 92%, currentColor); }
li [aria-pressed=true] { box-shadow: inset 3px 0 0 var(--accent); }
[dir=rtl] li [aria-pressed=true] { box-shadow: inset -3px 0 0 var(--accent); }
li button:focus-visible { outline-offset: -2px; }
b { font-variant-numeric: tabular-nums; white-space: nowrap; }
li span, .muted { color: var(--muted); }
summary { width: fit-content; padding-block: 8px; font-size: .875em; text-decoration: underline; cursor: pointer; }
label { display: block; margin-bottom: 4px; font-size: .8125em; font-weight: 500; }
input, select { display: block; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line);
  border-radius: var(--round); background: var(--field); color: var(--text, inherit); font: inherit; font-size: max(16px, 1em); }
input::placeholder { color: var(--muted); opacity: 1; }
input[aria-invalid=true] { border-color: var(--bad); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
[role=alert] { color: var(--bad); font-size: .875em; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr)); gap: 16px; align-items: start; }
.sum { font-size: 1.25em; font-weight: 600; }
.main { border-color: transparent; background: light-dark(#1a1a1a, #f4f4f4); color: light-dark(#fff, #111); font-weight: 600; }
form button { width: 100%; }
.wallets { display: grid; gap: 8px; }
.page__more { display: grid; gap: 12px; padding-top: 8px; }
table { width: 100%; border-collapse: collapse; }
th { font-weight: inherit; text-align: start; }
td { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
tfoot { border-top: 1px solid var(--soft); }
`;
