import { html } from '../../../platform/html.ts';
import { inWords, type MailContent, type MailFacts } from './facts.ts';
import { itemRows, itemTexts, mailDocument, mailText } from './frame.ts';

export type LinkOffer = { url: string; minutes: number; lineIds: ReadonlySet<string> };

/** Asks whether it was really the customer who wants these line items cancelled. */
export function cancelLinkMail(facts: MailFacts, { url, minutes, lineIds }: LinkOffer): MailContent {
  const words = inWords(facts);
  const { t, reference, store } = words;
  const rows = words.rows(facts.preorder.lines.filter(({ id }) => lineIds.has(id)));
  const title = t('mail.cancel_link.title');
  const preheader = t('mail.cancel_link.preheader');
  const intro = t('mail.cancel_link.intro', { store: store.name, reference });
  const expires = t('mail.cancel_link.expires', { count: minutes });
  const notYou = t('mail.cancel_link.not_you');
  const button = t('mail.cancel_link.button');
  return {
    subject: t('mail.cancel_link.subject', { store: store.name, reference }),
    html: mailDocument(words, {
      title,
      preheader,
      body: html`<p>${intro}</p>
<table>${itemRows(rows)}</table>
<div class="fact"><p><a class="strong" href="${url}">${button}</a></p></div>
<p>${preheader} ${expires}</p>
<p>${notYou}</p>`,
    }),
    text: mailText(words, [
      [title],
      [intro],
      itemTexts(rows),
      [`${button}:`, url],
      [`${preheader} ${expires}`],
      [notYou],
    ]),
  };
}
