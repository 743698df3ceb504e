import type { CardForm } from '../../core/accounts/queries.ts';
import type { LinkFacts } from '../../core/links/queries.ts';
import { keepsCard, type RequestedPayment } from '../../core/payments/requested-payment.ts';
import { type Balance, balanceLater, balanceOwed } from '../../domain/balance.ts';
import { networkName } from '../../domain/card.ts';
import { formatMoment } from '../../domain/moment.ts';
import { formatMoney } from '../../domain/money.ts';
import { unpaidOutcome } from '../../domain/refund.ts';
import { messagesFor } from '../../messages/catalogue.ts';
import type { FrameAssets } from '../../platform/browser-build.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Message } from '../../protocol/wire/message-format.ts';
import type { PayDocument } from '../../protocol/wire/pay-document.ts';
import { balanceText } from '../balance.ts';
import { storeHead } from '../brand.ts';
import { keepOnOneLine, scriptedPage } from '../page.ts';
import { itemRows, type LinkAnswer, wordsOf } from './page.ts';

export type PayPage = LinkFacts<'pay' | 'card'> & {
  requested: RequestedPayment;
  provider: string;
  form: CardForm;
  /** The day in the store's time zone. */
  today: string;
};

/** Returns the page with the due amount, the deadline and a place for the card form. Only the payment needs a script. */
export function payPage(assets: FrameAssets, page: PayPage): LinkAnswer {
  const { requested, store, preorder, provider, form } = page;
  const { locale } = preorder;
  const words = wordsOf(locale);
  const amountText = formatMoney(requested.amount, preorder.currency, locale);
  const data: PayDocument = {
    locale,
    provider,
    store: store.name,
    amount: requested.purpose === 'card' ? 0 : requested.amount,
    amountText,
    kind: requested.purpose === 'card' ? 'save' : 'pay',
    script: form.script,
    currency: preorder.currency,
    keepsCard: keepsCard(requested, preorder),
    messages: messagesOf(locale),
  };
  const body = html`${intro(page, amountText)}
<div id="pay"></div>
<noscript><p class="notice notice--warning">${words('pay.no_script', { email: store.contactEmail })}</p></noscript>`;
  return document(assets, page, { title: titleOf(requested, words), data, body, policy: form.policy });
}

/** Returns the page when nothing can be paid or changed: it is paid, saved, cancelled, or too late. */
export function paidPage(
  assets: FrameAssets,
  facts: LinkFacts<'pay' | 'card'>,
  { title, text, onward }: { title: string; text: string; onward: Html | null },
): LinkAnswer {
  const whole = keepOnOneLine(text, facts.preorder.reference);
  return document(assets, facts, { title, data: null, body: html`<p>${whole}</p>${onward}` });
}

function titleOf({ purpose }: RequestedPayment, words: ReturnType<typeof wordsOf>): string {
  if (purpose === 'card') return words('pay.card.title');
  return words(purpose === 'swap' ? 'pay.swap.title' : 'pay.title');
}

function intro(page: PayPage, amountText: string): Html {
  const { requested, store, preorder } = page;
  const { locale, reference } = preorder;
  const words = wordsOf(locale);
  const names = { reference, store: store.name };
  const money = (amount: number) => formatMoney(amount, preorder.currency, locale);
  if (requested.purpose === 'card') {
    const { brand, last4 } = requested.card ?? { brand: '', last4: '' };
    const due = requested.amount > 0 ? words('pay.card.due', { amount: amountText }) : words('pay.card.later');
    return html`<p>${keepOnOneLine(words('pay.card.intro', names), reference)}</p>
${requested.card && html`<p class="muted">${words('pay.card.current', { brand: networkName(brand), last4 })}</p>`}
<p>${due}</p>
${sumText(balanceLater(preorder.lines, page.today), preorder)}
${deadlineText(page, money)}`;
  }
  const due = requested.lines.map(({ line, amount }) => ({ variantTitle: line.variantTitle, amount }));
  const rows = itemRows(preorder.productTitle, due, (same) => money(same.reduce((sum, { amount }) => sum + amount, 0)));
  const total = html`<li><span>${words('pay.amount')}</span><span class="money">${amountText}</span></li>`;
  const text =
    requested.purpose === 'swap'
      ? words('pay.swap.intro', { ...names, variant: requested.variant })
      : words('pay.intro', names);
  return html`<p>${keepOnOneLine(text, reference)}</p>
${deadlineText(page, money)}
<ul class="rows">${rows}${total}</ul>
${requested.purpose === 'balance' && sumText(balanceOwed(requested.lines.map(({ line }) => line)), preorder)}`;
}

/** Returns how the amount comes about; nothing where nothing was paid before and no day is known. */
function sumText(balance: Balance | null, preorder: PayPage['preorder']): Html | null {
  if (!balance || (balance.paid === 0 && balance.from === null)) return null;
  return html`<p>${balanceText(balance, preorder)}</p>`;
}

/** Returns the deadline, and what happens to earlier payments if it is missed; null without a deadline. */
function deadlineText({ requested, store, preorder }: PayPage, money: (amount: number) => string): Html | null {
  if (!requested.deadline) return null;
  const { locale } = preorder;
  const words = wordsOf(locale);
  const date = formatMoment(requested.deadline, { locale, timeZone: store.timeZone });
  const due = requested.lines.map(({ line }) => line);
  const { refund, kept } = unpaidOutcome(preorder, due);
  const then = [
    ...(kept > 0 ? [words('pay.until.kept', { amount: money(kept), store: store.name })] : []),
    ...(refund > 0 ? [words('pay.until.back', { amount: money(refund) })] : []),
  ];
  return html`<p><strong>${words('pay.until', { date })}</strong> ${then.join(' ')}</p>`;
}

type Document = { title: string; data: PayDocument | null; body: Html; policy?: CardForm['policy'] };

function document(
  assets: FrameAssets,
  { store, preorder }: LinkFacts<'pay' | 'card'>,
  { title, data, body, policy }: Document,
): LinkAnswer {
  const { locale } = preorder;
  const own = data ? assets : { ...assets, script: NO_SCRIPT };
  const content = scriptedPage(own, {
    locale,
    title: `${title} – ${store.name}`,
    data,
    store,
    body: html`<main class="page">
${storeHead(store, locale)}
<div class="card"><h1>${title}</h1>
${body}</div>
</main>`,
    policy: {
      'connect-src': ["'self'"],
      ...policy?.directives,
      'script-src': [own.script.csp, ...(policy?.scripts ?? [])],
      'frame-ancestors': ["'none'"],
    },
    headers: {
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    },
  });
  return { markup: content.body, headers: content.headers ?? {} };
}

// A page that only shows an outcome needs no script.
const NO_SCRIPT = { text: '', csp: "'none'" };

// Texts that the script needs: those of the checkout about cards, and the page's own.
const CHECKOUT_TEXTS =
  /^(card|test|error\.card|challenge|declined\.title|network\.(title|text_paying)|unavailable_now|rate_limited|processing\.(title|text)|paying|saving)(\.|_|$)/;
const OWN_TEXTS = ['pay_now', 'save'] as const;

function messagesOf(locale: string): Record<string, Message> {
  const all = messagesFor(locale);
  const checkout = Object.entries(all).flatMap(([key, message]): [string, Message][] => {
    const name = key.replace(/^checkout\./, '');
    return name !== key && CHECKOUT_TEXTS.test(name) ? [[name, message]] : [];
  });
  return Object.fromEntries([...checkout, ...OWN_TEXTS.map((name) => [name, all[`pay.button.${name}`]] as const)]);
}
