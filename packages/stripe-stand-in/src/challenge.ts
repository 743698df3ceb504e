import { type StoredObject, take } from './books.ts';
import { answerIntent } from './confirm.ts';
import { inTransaction } from './control.ts';
import type { Books } from './database.ts';
import { html } from './html.ts';
import { numberOf, textOf } from './json.ts';
import { framedPage, type PageTexts } from './page.ts';
import { PAYMENT } from './payment-intents.ts';
import { SETUP } from './setup-intents.ts';

/** An intent that waits at the page of the shopper's bank. The client secret alone opens the page. */
export type Challenged = {
  accountId: string;
  livemode: boolean;
  id: string;
  /** The amount in Stripe's smallest unit; null where the card is only saved. */
  price: { amount: number; currency: string } | null;
};

export async function findChallenge(db: Books, id: string, secret: string): Promise<Challenged | null> {
  const [row] = await db.query<{ accountId: string; livemode: boolean; data: StoredObject['data'] }>(
    `SELECT account_id AS "accountId", livemode, data FROM fake_stripe.object
     WHERE id = $1 AND type IN ('payment_intent', 'setup_intent') AND data ->> 'client_secret' = $2`,
    [id, secret],
  );
  if (!row) return null;
  const currency = textOf(row.data.currency);
  const price = currency ? { amount: numberOf(row.data.amount), currency } : null;
  return { accountId: row.accountId, livemode: row.livemode, id, price };
}

/** Applies the shopper's answer. An intent that does not wait for one stays unchanged. */
export function answerChallenge(db: Books, challenged: Challenged, approve: boolean): Promise<void> {
  const { accountId, livemode, id } = challenged;
  return inTransaction(db, { accountId, livemode }, async (context) => {
    const kind = id.startsWith('pi_') ? PAYMENT : SETUP;
    const intent = await take(context, kind.type, id);
    if (intent.data.status !== 'requires_action') return;
    await answerIntent(context, { kind, intent }, approve);
  });
}

export function challengePage(
  { id, price }: Challenged,
  { secret, texts, script }: { secret: string; texts: PageTexts; script: string },
): string {
  const { language, say, money } = texts;
  const query = `client_secret=${encodeURIComponent(secret)}&locale=${encodeURIComponent(language)}`;
  const button = (answer: string, words: string, look = '') =>
    html`<form method="post" action="/fake/challenge/${id}?${query}&amp;answer=${answer}">
<button class="${look}">${words}</button></form>`;
  const sum = price && html`<p class="sum">${money(price.amount, price.currency)}</p>`;
  const body = html`<div class="page"><p class="muted">${say('challenge.bank')}</p><h1>${say('challenge.title')}</h1>
${sum}<p>${say('challenge.text')}</p><div class="row">${button('approve', say('challenge.approve'), 'main')}
${button('decline', say('challenge.refuse'))}</div></div>`;
  return framedPage(texts, { title: say('challenge.bank'), body, script });
}

/** Returns the page after the answer. Its script tells the page around it to close the frame. */
export function answeredPage(texts: PageTexts, script: string): string {
  const title = texts.say('challenge.bank');
  const body = html`<div class="page"><h1>${title}</h1><p>✓</p></div>`;
  return framedPage(texts, { title, body, script });
}
