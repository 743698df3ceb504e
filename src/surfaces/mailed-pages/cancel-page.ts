import type { LinkFacts } from '../../core/links/queries.ts';
import { formatMoney } from '../../domain/money.ts';
import { cancelOutcome, keepsDeposit } from '../../domain/refund.ts';
import { html } from '../../platform/html.ts';
import type { Deps } from '../deps.ts';
import { keepOnOneLine } from '../page.ts';
import { itemRows, type LinkAnswer, linkDocument, wordsOf } from './page.ts';
import { wayOn } from './way-on.ts';

/** Returns the page with the line items, the amounts and the button, or with the confirmation once it is done. */
export function cancelPage(deps: Pick<Deps, 'secrets'>, { link, preorder, store }: LinkFacts<'cancel'>): LinkAnswer {
  const { locale, reference } = preorder;
  const words = wordsOf(locale);
  const lines = preorder.lines.filter(({ id }) => link.detail.lineIds.includes(id));
  if (link.used || lines.every(({ state }) => state === 'cancelled')) {
    const done = html`<p>${words('link.done.text')}</p>
${wayOn(deps, { store, preorder })}`;
    return linkDocument({ locale, store, title: words('link.done.title') }, done);
  }
  const open = lines.filter(({ state }) => state !== 'cancelled');
  const keeps = keepsDeposit(preorder, 'shopper');
  const outcomes = open.map((line) => cancelOutcome(line, { keeps }));
  if (outcomes.includes(null)) return refusedPage(deps, { preorder, store });
  const sum = (part: 'refund' | 'release' | 'kept') =>
    outcomes.reduce((total, outcome) => total + (outcome?.[part] ?? 0), 0);
  const money = (amount: number) => formatMoney(amount, preorder.currency, locale);
  const back = sum('refund');
  const release = sum('release');
  const kept = sum('kept');
  const all = back + release;
  const confirm = all > 0 ? words('link.confirm', { amount: money(all) }) : words('status.cancel.confirm_plain');
  const body = html`<p>${keepOnOneLine(words('link.intro', { reference, store: store.name }), reference)}</p>
<ul>${itemRows(preorder.productTitle, open, (same) => money(same.reduce((sum, { total }) => sum + total, 0)))}</ul>
${back > 0 && html`<p>${words('status.cancel.refund', { amount: money(back) })}</p>`}
${release > 0 && html`<p>${words('status.cancel.release', { amount: money(release) })}</p>`}
${kept > 0 && html`<p>${words('status.cancel.kept', { amount: money(kept) })}</p>`}
<p>${words('status.cancel.final')}</p>
<form method="post"><button class="danger">${confirm}</button></form>
<p class="muted">${words('link.keep')}</p>`;
  return linkDocument({ locale, store, title: words('link.title') }, body);
}

/**
 * Returns the page for a link whose line items were sent meanwhile: nothing is cancelled, and it names the store's
 * contact.
 */
export function refusedPage(
  deps: Pick<Deps, 'secrets'>,
  { preorder, store }: Pick<LinkFacts<'cancel'>, 'preorder' | 'store'>,
): LinkAnswer {
  const { locale, reference } = preorder;
  const words = wordsOf(locale);
  const text = words('link.refused.text', { store: store.name, email: store.contactEmail, reference });
  return linkDocument(
    { locale, store, title: words('link.refused.title') },
    html`<p>${keepOnOneLine(text, reference)}</p>
${wayOn(deps, { store, preorder })}`,
  );
}
