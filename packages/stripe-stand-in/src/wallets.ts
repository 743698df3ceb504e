import { cardOf } from './cards.ts';
import type { Books } from './database.ts';
import { type JsonObject, textOf } from './json.ts';
import { badParameter, missingObject } from './stripe-error.ts';

/** The wallets that the Express Checkout Element can offer, by their names in its events. */
export const WALLETS = ['apple_pay', 'google_pay', 'link'] as const;
export type Wallet = (typeof WALLETS)[number];

/** The names of the wallets, which are the same in every language. */
export const WALLET_NAMES: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

/** What an account's checkouts offer. `card` is the number of the test card that the sheet chooses first. */
export type WalletSettings = { wallets: Wallet[]; card: string };

/** Reads the settings of the account that a publishable key belongs to. Null for any other key. */
export async function readWallets(db: Books, key: string): Promise<WalletSettings | null> {
  const [settings] = await db.query<WalletSettings>(
    `SELECT a.wallets, a.wallet_card AS card
     FROM fake_stripe.api_key k JOIN fake_stripe.account a ON a.id = k.account_id
     WHERE k.key = $1 AND k.kind = 'publishable' AND NOT k.revoked`,
    [key],
  );
  return settings ?? null;
}

export async function setWallets(db: Books, given: JsonObject): Promise<JsonObject> {
  const wallets = Array.isArray(given.offered) ? given.offered.map(textOf) : [];
  const card = given.card === undefined ? null : textOf(given.card);
  if (card !== null && !cardOf(card)) {
    throw badParameter('parameter_invalid_value', 'card', 'This is not the number of a test card.');
  }
  const [account] = await db.query<{ wallets: string[]; card: string }>(
    `UPDATE fake_stripe.account SET wallets = $2, wallet_card = coalesce($3, wallet_card) WHERE id = $1
     RETURNING wallets, wallet_card AS card`,
    [textOf(given.account), wallets, card],
  );
  if (!account) throw missingObject('account', textOf(given.account), 'account');
  return account;
}
