import { formatMoney } from '../../../domain/money.ts';
import type { Database } from '../../../platform/db.ts';
import { html } from '../../../platform/html.ts';
import { fromStripeAmount } from '../stripe/amounts.ts';
import { type Kept, take } from './books.ts';
import { answerIntent } from './confirm.ts';
import { atDesk } from './control.ts';
import { numberOf, textOf } from './json.ts';
import { framedPage, type PageTexts } from './page.ts';
import { PAYMENT } from './payment-intents.ts';
import { SETUP } from './setup-intents.ts';

/** The page of the shopper's bank. The client secret is all that is needed, as on a bank's own page. */
export type Challenged = {
  accountId: string;
  livemode: boolean;
  id: string;
  /** Null: nothing is taken, the card is kept. */
  amount: { minor: number; currency: string } | null;
};

export async function findChallenge(db: Database, id: string, secret: string): Promise<Challenged | null> {
  const [row] = await db.query<{ accountId: string; livemode: boolean; data: Kept['data'] }>(
    `SELECT account_id AS "accountId", livemode, data FROM fake_stripe.object
     WHERE id = $1 AND type IN ('payment_intent', 'setup_intent') AND data ->> 'client_secret' = $2`,
    [id, secret],
  );
  if (!row) return null;
  const currency = textOf(row.data.currency).toUpperCase();
  const amount = currency ? { minor: fromStripeAmount(numberOf(row.data.amount), currency), currency } : null;
  return { accountId: row.accountId, livemode: row.livemode, id, amount };
}

/** An intent that waits for nothing stays as it is. */
export function answerChallenge(db: Database, challenged: Challenged, approve: boolean): Promise<void> {
  const { accountId, livemode, id } = challenged;
  return atDesk(db, { accountId, livemode }, async (desk) => {
    const kind = id.startsWith('pi_') ? PAYMENT : SETUP;
    const intent = await take(desk, kind.type, id);
    if (intent.data.status !== 'requires_action') return;
    await answerIntent(desk, { kind, intent }, approve);
  });
}

export function challengePage(
  { id, amount }: Challenged,
  { secret, texts }: { secret: string; texts: PageTexts },
): string {
  const { language, say } = texts;
  const query = `client_secret=${encodeURIComponent(secret)}&locale=${encodeURIComponent(language)}`;
  const button = (answer: string, words: string, look = '') =>
    html`<form method="post" action="/fake/challenge/${id}?${query}&amp;answer=${answer}">
<button class="${look}">${words}</button></form>`;
  const sum = amount && html`<p class="sum">${formatMoney(amount.minor, amount.currency, language)}</p>`;
  const body = html`<div class="page"><p class="muted">${say('challenge.bank')}</p><h1>${say('challenge.title')}</h1>
${sum}<p>${say('challenge.text')}</p><div class="row">${button('approve', say('challenge.approve'), 'main')}
${button('decline', say('challenge.refuse'))}</div></div>`;
  return framedPage(texts, { title: say('challenge.bank'), body, script: '' });
}

/** The answer was given: whoever showed the page takes it away. */
export function answeredPage(texts: PageTexts): string {
  const title = texts.say('challenge.bank');
  const body = html`<div class="page"><h1>${title}</h1><p>✓</p></div>`;
  return framedPage(texts, { title, body, script: "tell('challenge');" });
}
