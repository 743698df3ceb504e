import type { KnownPreorder } from '../../core/preorders/known-link.ts';
import type { Store } from '../../core/stores/queries.ts';
import type { GoodsReturn } from '../../core/withdrawals/queries/returns.ts';
import { formatDay } from '../../domain/moment.ts';
import type { GivenTracking } from '../../domain/tracking.ts';
import { type Html, html } from '../../platform/html.ts';
import { keepOnOneLine } from '../page.ts';
import { itemRows, type LinkAnswer, linkDocument, wordsOf } from './page.ts';

/** `goods`: the returns that go on, or the one that ended last. */
export type ReturnPage = {
  store: Store;
  contract: KnownPreorder;
  goods: readonly [GoodsReturn, ...GoodsReturn[]];
  /** The button to the pre-order, for a page that asks nothing any more. */
  onward: Html | null;
};

type OneReturn = Omit<ReturnPage, 'goods' | 'onward'> & { goods: GoodsReturn; at: number };
type Typed = GivenTracking & { returnId: string };

/** The page of returns: what goes where, until when, and the field for its tracking number. `typed`: what was wrong. */
export function returnPage(page: ReturnPage, typed?: Typed): LinkAnswer {
  const { store, contract, goods, onward } = page;
  const { locale, reference } = contract;
  const words = wordsOf(locale);
  if (goods[0].endedAt !== null) {
    const values = { store: store.name, email: store.contactEmail, reference };
    const said = html`<p>${keepOnOneLine(words('withdrawal.return.over.text', values), reference)}</p>
${onward}`;
    return linkDocument({ locale, store, title: words('withdrawal.return.over') }, said);
  }
  const isSent = goods.every(({ state }) => state === 'sent');
  const title = words(isSent ? 'withdrawal.return.sent' : 'mail.return_opened.title');
  const sections = goods.map((one, at) => section({ store, contract, goods: one, at }, typed));
  return linkDocument({ locale, store, title }, html`${sections}${isSent && onward}`);
}

function section(page: OneReturn, typed: Typed | undefined): Html {
  const { contract, goods } = page;
  const words = wordsOf(contract.locale);
  return html`${page.at > 0 && html`<hr>`}${goods.state === 'sent' ? sentText(page) : askText(page)}
<ul>${itemRows(contract.productTitle, linesOf(page), () => '')}</ul>
<h2>${words('mail.return_opened.to')}</h2>
<p class="lines"><bdi>${goods.address}</bdi></p>
<p>${words('mail.reference')}: <strong class="one-line">${contract.reference}</strong></p>
${form(page, typed?.returnId === goods.id ? typed : undefined)}`;
}

const linesOf = ({ contract, goods }: OneReturn) =>
  contract.lines.filter((line) => goods.lines.some(({ id }) => id === line.id));

function askText({ store, contract: { locale }, goods }: OneReturn): Html {
  const words = wordsOf(locale);
  const day = formatDay(new Date(`${goods.sendBy}T00:00:00Z`), { locale, timeZone: 'UTC' });
  return html`<p>${words('mail.return_opened.intro', { store: store.name, day })}</p>
<p>${words('mail.return_opened.money')}</p>`;
}

function sentText({ store, contract: { locale }, goods: { tracking, refundAt } }: OneReturn): Html {
  const number = tracking.number || tracking.link;
  const day = refundAt === null ? '' : formatDay(refundAt, { locale, timeZone: store.timeZone });
  return html`<p>${wordsOf(locale)('withdrawal.return.sent.text', { store: store.name, number, day })}</p>`;
}

function form({ contract: { locale }, goods: { id, tracking }, at }: OneReturn, typed: Typed | undefined): Html {
  const words = wordsOf(locale);
  const isWrong = typed !== undefined;
  const more = at === 0 ? '' : `-${at + 1}`; // an id stands once on a page
  const { carrier = '', number = '' } = typed ?? tracking;
  return html`<form method="post" novalidate>
<input type="hidden" name="return" value="${id}">
<div class="field"><label for="number${more}">${words('mail.sent.number')}</label>
<p class="muted" id="number-hint${more}">${words('withdrawal.return.hint')}</p>
<input id="number${more}" name="number" type="text" value="${number}" maxlength="100" required autocomplete="off" dir="ltr" aria-describedby="number-hint${more}${
    isWrong && ` number-wrong${more}`
  }"${isWrong && html` aria-invalid="true" autofocus`}>
${isWrong && html`<p class="wrong" id="number-wrong${more}" role="alert">${words('withdrawal.return.wrong')}</p>`}</div>
<div class="field"><label for="carrier${more}">${words('mail.sent.carrier')} <span class="muted">(${words('withdrawal.optional')})</span></label>
<input id="carrier${more}" name="carrier" type="text" value="${carrier}" maxlength="60" autocomplete="off" dir="auto"></div>
<p class="actions"><button>${words('withdrawal.return.save')}</button></p>
</form>`;
}
