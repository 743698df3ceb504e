import { addressLines } from '../../core/checkouts/address-rules.ts';
import { isRefundDelayed } from '../../core/payments/queries/owed-refunds.ts';
import type { KnownPreorder } from '../../core/preorders/known-link.ts';
import { listMovementsDone, type ReceiptMovement } from '../../core/preorders/queries/self-service.ts';
import type { PreorderLine } from '../../core/preorders/queries.ts';
import { findAsset, type Store } from '../../core/stores/queries.ts';
import { formatDay } from '../../domain/moment.ts';
import { formatMoney } from '../../domain/money.ts';
import { refundDue } from '../../domain/refund.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';
import type { Sql } from '../../platform/db.ts';
import { type Html, html } from '../../platform/html.ts';
import type { MessageValues } from '../../protocol/wire/message-format.ts';
import { brandedStyle, logoOf } from '../brand.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { type Policy, pageMarkup, policyText } from '../page.ts';

// A page to print and to save as one file: it loads nothing, has no script, and is black on white.
const SHEET = `
body { margin: 0 auto; padding: var(--space-8) var(--space-4); max-width: 44rem; color: var(--text); background: var(--surface); font: 400 var(--page-text-md)/1.5 var(--font); overflow-wrap: anywhere; }
.shop { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; margin: 0 0 var(--space-6); font-weight: 600; }
h1 { margin: 0 0 var(--space-1); font-size: var(--page-text-title); line-height: 1.25; }
h2 { margin: var(--space-8) 0 var(--space-1); font-size: var(--page-text-md); }
p { margin: 0; }
.head { display: flex; flex-wrap: wrap; gap: var(--space-6) var(--space-12); justify-content: space-between; margin-bottom: var(--space-8); }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
table { inline-size: 100%; border-collapse: collapse; }
th { text-align: start; font-weight: 400; color: var(--text-muted); font-size: var(--page-text-sm); }
td, th { padding: .375rem 0; border-block-end: 1px solid var(--line); vertical-align: top; }
td + td, th + th { padding-inline-start: var(--space-4); text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.strong td { font-weight: 600; }
.last { margin-block-start: var(--space-6); }
.legal { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-4); margin-block-start: var(--space-2); }
.legal a { color: inherit; }
@page { margin: 14mm; }
@media print { body { font-size: 10pt; } h2 { margin-top: var(--space-4); } .head { margin-bottom: var(--space-4); } .legal { display: grid; } .legal a::after { content: " " attr(href); } body { padding: 0; max-width: none; } tr { break-inside: avoid; } }`;

// Also in a meta element of the page, because a saved file is opened without headers. `frame-ancestors` only works in a header.
const POLICY = {
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

const headersOf = (policy: Policy) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policyText({ ...policy, 'frame-ancestors': ["'none'"] }),
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  ...PAGE_HEADERS,
});

type Receipt = { preorder: KnownPreorder; store: Store; locale: string };
type Words = {
  t: (key: MessageKey, values?: MessageValues) => string;
  money: (amount: number) => string;
  day: (date: Date) => string;
};

/** Returns the receipt of a pre-order: everything that was bought, paid and given back. */
export async function readReceipt(
  sql: Sql,
  { preorder, store, locale }: Receipt,
): Promise<{ markup: string; headers: Record<string, string> }> {
  const files = await readBrandFiles(sql, store);
  const policy: Policy = {
    ...POLICY,
    ...(files.logo && { 'img-src': ['data:'] }),
    ...(files.font && { 'font-src': ['data:'] }),
  };
  const movements = await listMovementsDone(sql, store.id, preorder.id);
  const delayed = await isRefundDelayed(sql, { storeId: store.id, preorderId: preorder.id });
  const words: Words = {
    t: (key, values) => translate(locale, key, values),
    money: (amount) => formatMoney(amount, preorder.currency, locale),
    day: (date) => formatDay(date, { locale, timeZone: store.timeZone }),
  };
  const { t } = words;
  const markup = pageMarkup({
    locale,
    title: `${t('receipt.title')} ${preorder.reference}`,
    style: brandedStyle(SHEET, store, { scheme: 'light', font: files.font }),
    head: html`<meta http-equiv="content-security-policy" content="${policyText(policy)}">`,
    body: html`<main>
${shopOf(store, files.logo)}
${heading({ preorder, store, locale }, words)}
${items(preorder, words)}
${sums(preorder, words)}
${payments(preorder, movements, words)}
${delayed && delayedRefundNote(preorder, words)}
<p class="muted last">${t('receipt.questions', { store: store.name, email: store.contactEmail })}</p>
<p class="muted legal">${legalLinks(store, words)}</p>
</main>`,
  });
  return { markup, headers: headersOf(policy) };
}

/** Returns the legal pages of the store: who keeps the receipt has them by it, on paper with their addresses. */
function legalLinks({ termsUrl, privacyUrl, withdrawalUrl }: Store, { t }: Words): Html[] {
  const pages = [
    [t('checkout.terms'), termsUrl],
    [t('checkout.withdrawal'), withdrawalUrl],
    [t('checkout.privacy'), privacyUrl],
  ] as const;
  return pages.flatMap(([name, url]) => (url === null ? [] : [html`<a href="${url}">${name}</a> `]));
}

type BrandFiles = { logo: string | null; font: string | null };

/** Reads logo and font as addresses that hold the files, because the receipt is kept as one file. */
async function readBrandFiles(sql: Sql, { publicKey, brand }: Store): Promise<BrandFiles> {
  const read = async (named: { hash: string } | null | undefined) => {
    const asset = named && (await findAsset(sql, publicKey, named.hash));
    return asset ? `data:${asset.type};base64,${asset.bytes.toString('base64')}` : null;
  };
  return { logo: await read(brand?.logo), font: await read(brand?.font) };
}

function shopOf(store: Store, logo: string | null): Html {
  const shown = logoOf(store);
  const image =
    shown &&
    logo &&
    html`<img src="${logo}" width="${shown.width}" height="${shown.height}" alt="${shown.withName ? '' : store.name}">`;
  return html`<p class="shop">${image}${(!image || shown.withName) && html`<bdi>${store.name}</bdi>`}</p>`;
}

function heading({ preorder, store, locale }: Receipt, { t, day }: Words): Html {
  const { email, address } = preorder.contact;
  const blank = {
    firstName: '',
    lastName: '',
    line1: '',
    line2: '',
    city: '',
    region: '',
    postalCode: '',
    phoneNumber: '',
  };
  const to = address.country ? addressLines({ ...blank, ...address, country: address.country }, locale) : [];
  return html`<h1>${t('receipt.title')}</h1>
<p>${t('status.reference')} <strong>${preorder.reference}</strong></p>
<p class="muted">${t('status.placed_on', { date: day(preorder.placedAt) })}</p>
${store.mode === 'test' && html`<p class="muted">${t('receipt.test')}</p>`}
<div class="head">
<div><h2>${t('receipt.from')}</h2>${linesOf([store.legalName, ...store.legalAddress.split('\n')])}</div>
<div><h2>${t('receipt.to')}</h2>${linesOf([...to, email])}</div>
</div>`;
}

function linesOf(lines: readonly string[]): Html[] {
  return lines.filter(Boolean).map((line) => html`<p dir="auto">${line}</p>`);
}

function items({ productTitle, lines }: KnownPreorder, { t, money }: Words): Html {
  const groups = Map.groupBy(lines, ({ variantTitle, state, unitPrice }) =>
    JSON.stringify([variantTitle, state, unitPrice]),
  );
  const row = (same: readonly PreorderLine[]) => {
    const [line] = same;
    if (!line) return false;
    const count = same.length > 1 && `${same.length} × `;
    return html`<tr>
<td>${count}<bdi>${productTitle}</bdi>${line.variantTitle && html`<br><bdi class="muted">${line.variantTitle}</bdi>`}</td>
<td>${t(`status.state.${line.state}`)}</td>
<td>${money(line.unitPrice * same.length)}</td></tr>`;
  };
  return html`<table><thead><tr><th>${t('receipt.item')}</th><th>${t('receipt.state')}</th><th>${t('receipt.price')}</th></tr></thead>
<tbody>${[...groups.values()].map(row)}</tbody></table>`;
}

type Row = [label: string, amount: number, strong?: boolean];

function table(rows: readonly Row[], money: Words['money']): Html {
  const row = ([label, amount, strong]: Row) =>
    html`<tr class="${strong ? 'strong' : ''}"><td>${label}</td><td>${money(amount)}</td></tr>`;
  return html`<table><tbody>${rows.map(row)}</tbody></table>`;
}

function sums(preorder: KnownPreorder, { t, money }: Words): Html {
  const { subtotal, discount, shipping, tax, total, pricesIncludeTax } = preorder;
  const rows: Row[] = [[t('status.subtotal'), subtotal]];
  if (discount > 0) rows.push([t('status.discount'), -discount]);
  if (shipping > 0) rows.push([t('status.delivery'), shipping]);
  if (tax > 0 && !pricesIncludeTax) rows.push([t('status.tax'), tax]);
  rows.push([t('status.total'), total, true]);
  if (tax > 0 && pricesIncludeTax) rows.push([t('status.tax_included'), tax]);
  return html`<h2>${t('receipt.sums')}</h2>${table(rows, money)}`;
}

/** Returns a note about a delayed refund, unless nothing is left to give back. */
function delayedRefundNote({ lines }: KnownPreorder, { t, money }: Words): Html | false {
  const back = lines.reduce((sum, line) => sum + refundDue(line), 0);
  return back > 0 && html`<p class="muted last">${t('status.delayed.text', { amount: money(back) })}</p>`;
}

const MOVED = {
  capture: 'receipt.paid_on',
  charge: 'receipt.paid_on',
  refund: 'receipt.refunded_on',
  chargeback: 'receipt.taken_back_on',
} as const;

/** Returns the table of payments and refunds with their dates, from the ledger, with cancelled and open amounts. */
function payments(preorder: KnownPreorder, movements: readonly ReceiptMovement[], { t, money, day }: Words): Html {
  const moved = movements.map(({ at, kind, amount }): Row => [t(MOVED[kind], { date: day(at) }), amount]);
  const sum = (amountOf: (line: PreorderLine) => number) =>
    preorder.lines.reduce((all, line) => all + amountOf(line), 0);
  const cancelled = sum((line) => (line.state === 'cancelled' ? line.total - line.kept : 0));
  const givenBack = sum((line) => (line.state === 'cancelled' ? 0 : line.givenBack));
  const paid = movements.reduce((all, { amount }) => all + amount, 0);
  const rows: Row[] = [];
  if (cancelled > 0) rows.push([t('receipt.cancelled'), -cancelled]);
  if (givenBack > 0) rows.push([t('receipt.reduced'), -givenBack]);
  rows.push(...moved, [t('receipt.open'), Math.max(0, preorder.total - cancelled - givenBack - paid), true]);
  return html`<h2>${t('receipt.payments')}</h2>${table(rows, money)}`;
}
