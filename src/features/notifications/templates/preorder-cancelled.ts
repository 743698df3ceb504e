import { html } from '../../../platform/html.ts';
import { inWords, type MailContent, type MailFacts } from './facts.ts';
import { itemRows, itemTexts, mailDocument, mailText } from './frame.ts';

/** Tells which line items were cancelled and what comes back. `numbers` are those of the lines this mail speaks of. */
export function preorderCancelled(facts: MailFacts, numbers: ReadonlySet<number>): MailContent {
  const words = inWords(facts);
  const { t, money, reference, store } = words;
  const cancelled = facts.preorder.lines.filter(({ number }) => numbers.has(number));
  const kept = facts.preorder.lines.filter(({ state }) => state !== 'cancelled');
  const whole = kept.length === 0;
  const title = whole ? t('mail.cancelled.title') : t('mail.cancelled.title_part');
  const back = money(cancelled.reduce((sum, { total }) => sum + total, 0));
  const intro = t(whole ? 'mail.cancelled.intro' : 'mail.cancelled.intro_part', { store: store.name, reference });
  const moneyBack = t('mail.cancelled.money', { amount: back });
  const [keptLine] = kept;
  const ships = keptLine ? words.ships(keptLine) : '';
  return {
    subject: t(whole ? 'mail.cancelled.subject' : 'mail.cancelled.subject_part', { store: store.name, reference }),
    html: mailDocument(words, {
      title,
      preheader: moneyBack,
      body: html`<p>${intro}</p>
<div class="fact">
<p><span class="label">${t('mail.reference')}</span> <span class="strong">${reference}</span></p>
<p><span class="label">${t('mail.cancelled.back')}</span> <span class="strong">${back}</span></p>
</div>
<h2>${t('mail.cancelled.items')}</h2>
<table>${itemRows(words.rows(cancelled))}</table>
<p>${moneyBack}</p>
${
  !whole &&
  html`<h2>${t('mail.cancelled.kept')}</h2>
<table>${itemRows(words.rows(kept))}</table>
<p>${t('mail.cancelled.kept_ships', { window: ships })}</p>`
}`,
    }),
    text: mailText(words, [
      [title],
      [intro],
      [`${t('mail.reference')}: ${reference}`, `${t('mail.cancelled.back')}: ${back}`],
      [`${t('mail.cancelled.items')}:`, ...itemTexts(words.rows(cancelled))],
      [moneyBack],
      ...(whole
        ? []
        : [
            [`${t('mail.cancelled.kept')}:`, ...itemTexts(words.rows(kept))],
            [t('mail.cancelled.kept_ships', { window: ships })],
          ]),
    ]),
  };
}
