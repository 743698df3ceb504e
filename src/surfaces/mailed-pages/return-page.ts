import type { Store } from '../../core/stores/queries.ts';
import type { Contract } from '../../core/withdrawals/contract-link.ts';
import type { GoodsReturn } from '../../core/withdrawals/queries/returns.ts';
import { formatDay } from '../../domain/moment.ts';
import type { GivenTracking } from '../../domain/tracking.ts';
import { type Html, html } from '../../platform/html.ts';
import { keepOnOneLine } from '../page.ts';
import { itemRows, type LinkAnswer, linkDocument, wordsOf } from './page.ts';

export type ReturnPage = { store: Store; contract: Contract; goods: GoodsReturn };

/** The page of a return: what goes where, until when, and the field for its tracking number. `typed`: what was wrong. */
export function returnPage(page: ReturnPage, typed?: GivenTracking): LinkAnswer {
  const { store, contract, goods } = page;
  const { locale, reference } = contract;
  const words = wordsOf(locale);
  if (goods.endedAt !== null) {
    const values = { store: store.name, email: store.contactEmail, reference };
    const said = html`<p>${keepOnOneLine(words('withdrawal.return.over.text', values), reference)}</p>`;
    return linkDocument({ locale, store, title: words('withdrawal.return.over') }, said);
  }
  const isSent = goods.state === 'sent';
  const title = words(isSent ? 'withdrawal.return.sent' : 'mail.return_opened.title');
  return linkDocument(
    { locale, store, title },
    html`${isSent ? sentText(page) : askText(page)}
<ul>${itemRows(contract.productTitle, linesOf(page), () => '')}</ul>
<h2>${words('mail.return_opened.to')}</h2>
<p class="lines"><bdi>${goods.address}</bdi></p>
<p>${words('mail.reference')}: <strong class="one-line">${reference}</strong></p>
${form(page, typed)}`,
  );
}

const linesOf = ({ contract, goods }: ReturnPage) =>
  contract.lines.filter((line) => goods.lines.some(({ id }) => id === line.id));

function askText({ store, contract: { locale }, goods }: ReturnPage): Html {
  const words = wordsOf(locale);
  const day = formatDay(new Date(`${goods.sendBy}T00:00:00Z`), { locale, timeZone: 'UTC' });
  return html`<p>${words('mail.return_opened.intro', { store: store.name, day })}</p>
<p>${words('mail.return_opened.money')}</p>`;
}

function sentText({ store, contract: { locale }, goods: { tracking, refundAt } }: ReturnPage): Html {
  const number = tracking.number || tracking.link;
  const day = refundAt === null ? '' : formatDay(refundAt, { locale, timeZone: store.timeZone });
  return html`<p>${wordsOf(locale)('withdrawal.return.sent.text', { store: store.name, number, day })}</p>`;
}

function form({ contract: { locale }, goods: { tracking } }: ReturnPage, typed: GivenTracking | undefined): Html {
  const words = wordsOf(locale);
  const isWrong = typed !== undefined;
  const { carrier = '', number = '' } = typed ?? tracking;
  return html`<form method="post" novalidate>
<div class="field"><label for="number">${words('mail.sent.number')}</label>
<p class="muted" id="number-hint">${words('withdrawal.return.hint')}</p>
<input id="number" name="number" type="text" value="${number}" maxlength="100" required autocomplete="off" dir="ltr" aria-describedby="number-hint${
    isWrong && ' number-wrong'
  }"${isWrong && html` aria-invalid="true" autofocus`}>
${isWrong && html`<p class="wrong" id="number-wrong" role="alert">${words('withdrawal.return.wrong')}</p>`}</div>
<div class="field"><label for="carrier">${words('mail.sent.carrier')} <span class="muted">(${words('withdrawal.optional')})</span></label>
<input id="carrier" name="carrier" type="text" value="${carrier}" maxlength="60" autocomplete="off" dir="auto"></div>
<p class="actions"><button>${words('withdrawal.return.save')}</button></p>
</form>`;
}
