import type { Database } from '../../../platform/db.ts';
import { html } from '../../../platform/html.ts';
import { type Kept, take } from './books.ts';
import { atDesk } from './control.ts';
import { textOf } from './json.ts';
import { answerPaymentChallenge } from './payment-intents.ts';
import { answerSetupChallenge } from './setup-intents.ts';

/** The page of the shopper's bank. The client secret is all that is needed, as on a bank's own page. */
export type Challenged = { accountId: string; livemode: boolean; id: string; amount: string };

export async function findChallenge(db: Database, id: string, secret: string): Promise<Challenged | null> {
  const [row] = await db.query<{ accountId: string; livemode: boolean; data: Kept['data'] }>(
    `SELECT account_id AS "accountId", livemode, data FROM fake_stripe.object
     WHERE id = $1 AND type IN ('payment_intent', 'setup_intent') AND data ->> 'client_secret' = $2`,
    [id, secret],
  );
  if (!row) return null;
  const { amount, currency } = row.data;
  return {
    ...{ accountId: row.accountId, livemode: row.livemode, id },
    amount: amount === undefined ? '' : `${amount} ${textOf(currency).toUpperCase()} (smallest unit)`,
  };
}

/** Resolves with what the intent became; one that waits for nothing stays as it is. */
export function answerChallenge(db: Database, challenged: Challenged, approve: boolean): Promise<string> {
  const { accountId, livemode, id } = challenged;
  return atDesk(db, { accountId, livemode }, async (desk) => {
    const type = id.startsWith('pi_') ? 'payment_intent' : 'setup_intent';
    const intent = await take(desk, type, id);
    if (intent.data.status !== 'requires_action') return textOf(intent.data.status);
    const answer = type === 'payment_intent' ? answerPaymentChallenge : answerSetupChallenge;
    return textOf((await answer(desk, intent, approve)).status);
  });
}

export function challengePage(challenged: Challenged, secret: string): string {
  const address = `/fake/challenge/${challenged.id}?client_secret=${encodeURIComponent(secret)}`;
  const button = (answer: string, words: string) =>
    html`<form method="post" action="${address}&amp;answer=${answer}"><button>${words}</button></form>`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your bank</title></head><body>
<main><h1>Your bank asks</h1><p>Test bank: no money moves. ${challenged.amount}</p>
${button('approve', 'Approve')} ${button('decline', 'Decline')}</main></body></html>`.markup;
}

export function answeredPage(status: string): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your bank</title></head><body>
<main><h1>Thank you</h1><p>You may close this page. ${status}</p></main>
<script>parent.postMessage({ fakeStripe: 'challenge' }, '*')</script></body></html>`.markup;
}
