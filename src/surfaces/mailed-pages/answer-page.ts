import type { LinkFacts } from '../../core/links/queries.ts';
import type { Preorder, PreorderLine } from '../../core/preorders/queries.ts';
import type { Question } from '../../core/promises/question.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Choice } from '../../domain/promise.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { type Html, html } from '../../platform/html.ts';
import { keepOnOneLine } from '../page.ts';
import { itemRows, type LinkAnswer, linkDocument, wordsOf } from './page.ts';

/** `choice`: the button of the mail that led here; its own button is the first of the page. */
type AnswerPage = Pick<LinkFacts<'answer'>, 'preorder' | 'store'> & {
  question: Question;
  choice: Choice;
  /** The button to the pre-order, for a page that asks nothing any more. */
  onward: Html | null;
};
type Words = ReturnType<typeof wordsOf>;

/** Returns the page with the dates, the reason and the two choices, or with the outcome once it is decided. */
export function answerPage(page: AnswerPage): LinkAnswer {
  const { preorder, store, question, choice, onward } = page;
  const { locale, reference } = preorder;
  const words = wordsOf(locale);
  const document = (title: MessageKey, body: Html) => linkDocument({ locale, store, title: words(title) }, body);
  if (!question.canCancel) {
    const [title, said] = outcome(words, preorder, question);
    return document(title, html`${said}${onward}`);
  }
  const day = dayText(question, locale);
  const cancel = cancelling(words, page);
  if (question.canWait) {
    const wait = html`${button(question, 'wait', { label: words('answer.wait'), isFirst: choice === 'wait' })}
<p class="muted">${words('answer.wait_text')}</p>
`;
    return document(
      'answer.title',
      html`<p>${keepOnOneLine(words('answer.intro', { store: store.name, reference }), reference)}</p>
${dates(words, preorder, question)}
${items(preorder, question.lines)}
<p><strong>${words('answer.by', { date: day })}</strong> ${words(`answer.silence.${question.silence}`)}</p>
${choice === 'wait' ? [wait, cancel] : [cancel, wait]}`,
    );
  }
  return document(
    'answer.waiting.title',
    html`<p>${words('answer.waiting.text', { date: day })}</p>
${dates(words, preorder, question)}
${items(preorder, question.lines)}
${cancel}
${onward}`,
  );
}

function outcome(words: Words, preorder: Preorder, question: Question): [title: MessageKey, body: Html] {
  const now = dates(words, preorder, question);
  switch (question.given) {
    case 'cancel':
      return ['link.done.title', html`<p>${words('answer.cancel_text')}</p>`];
    case 'silence_cancel': {
      const date = dayText(question, preorder.locale);
      return ['link.done.title', html`<p>${words('answer.silent.text', { date })}</p>`];
    }
    default:
      if (question.lines.length === 0)
        return ['answer.over.title', html`<p>${words('answer.over.text')}</p>${currentStates(words, preorder)}`];
      if (question.given === 'superseded') {
        return ['answer.moved.title', html`<p>${words('answer.moved.text')}</p>${now}`];
      }
      return ['answer.kept.title', html`<p>${words('answer.kept.text')}</p>${now}`];
  }
}

/** Returns the states of all line items, for shoppers who have no other page of the pre-order at hand. */
function currentStates(words: Words, { productTitle, lines }: Preorder): Html {
  const states = [...Map.groupBy(lines, ({ state }) => state)];
  const rows = states.map(([state, same]) => itemRows(productTitle, same, () => words(`status.state.${state}`)));
  return html`<ul>${rows.flat()}</ul>`;
}

function dayText({ answerBy }: Question, locale: string): string {
  return formatShipWindow({ from: answerBy, until: answerBy }, locale, { style: 'long' });
}

function dates(words: Words, { locale }: Preorder, { before, now, reason }: Question): Html {
  const window = (days: Question['now']) => formatShipWindow(days, locale, { style: 'long' });
  return html`<dl>
<dt>${words('answer.before')}</dt><dd><s>${window(before)}</s></dd>
<dt>${words('answer.now')}</dt><dd><strong>${window(now)}</strong></dd>
${reason && html`<dt>${words('answer.reason')}</dt><dd dir="auto">${reason}</dd>`}
</dl>`;
}

function items({ productTitle, locale, currency }: Preorder, lines: readonly PreorderLine[]): Html {
  const totalOf = (same: readonly PreorderLine[]) => same.reduce((sum, { total }) => sum + total, 0);
  return html`<ul>${itemRows(productTitle, lines, (same) => formatMoney(totalOf(same), currency, locale))}</ul>`;
}

function cancelling(words: Words, { preorder: { currency, locale }, question, choice }: AnswerPage): Html {
  const { refund } = question;
  const amount = formatMoney(refund, currency, locale);
  const label = refund > 0 ? words('link.confirm', { amount }) : words('answer.cancel_free');
  const meaning = refund > 0 ? words('answer.cancel_text') : words('answer.cancel_free_text');
  return html`${button(question, 'cancel', { label, isFirst: choice === 'cancel' })}
<p class="muted">${meaning} ${words('status.cancel.final')}</p>
`;
}

function button({ noticeId }: Question, choice: Choice, { label, isFirst }: { label: string; isFirst: boolean }): Html {
  const look = isFirst ? 'first' : 'second';
  return html`<form method="post"><input type="hidden" name="notice" value="${noticeId}"><button class="${look}" name="choice" value="${choice}">${label}</button></form>`;
}
