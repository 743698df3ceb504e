import type { Frame } from 'playwright-core';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import {
  type CheckoutOptions,
  type CheckoutPage,
  type CheckoutStage,
  openCheckout,
  openCheckoutStage,
} from './checkout-page.ts';
import { openStripe } from './stripe.ts';
import { connectStore, ledgerOf } from './stripe-store.ts';
import type { StoreOptions } from './system.ts';
import { openWallet } from './wallet.ts';

/** What an account offers in most tests. */
export const ONE_WALLET = { 'offered[0]': 'google_pay', card: '4242424242424242' };

type Contact = { email: string; address: Record<string, string> };

/** A stage of stores that are paid through the stand-in for Stripe, whose account offers wallets. */
export async function openWalletStage() {
  const stage: CheckoutStage = await openCheckoutStage();
  const standIn = await openStripe(stage.system.db);
  const { db } = stage.system;
  return {
    checkouts: stage,
    db,
    offer: (given: Record<string, string>) => standIn.stripe.act('wallets', { account: standIn.account, ...given }),
    /** Opens the checkout of a new store. */
    async open({ store = {}, ...options }: CheckoutOptions & { store?: StoreOptions } = {}): Promise<CheckoutPage> {
      stage.store = (await connectStore(stage.system, standIn, store)).store;
      return openCheckout(stage, options);
    },
    async placed(reference: string) {
      const preorder = await readPreorder(db, stage.store.storeId, reference);
      const [contact] = await db.query<Contact>(
        'SELECT email, address FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2',
        [stage.store.storeId, preorder.id],
      );
      if (!contact) throw new Error('a pre-order without a contact');
      return { ...preorder, ...contact };
    },
    money: () => ledgerOf(stage.system, stage.store.storeId),
    attempts: () =>
      db.query<{ state: string; amount: number }>('SELECT state, amount FROM attempt WHERE store_id = $1', [
        stage.store.storeId,
      ]),
    async close() {
      await standIn.stop();
      await stage.close();
    },
  };
}

export type WalletStage = Awaited<ReturnType<typeof openWalletStage>>;

/** Agrees, and opens the wallet. Resolves with its sheet. */
export async function openSheet({ page, frame }: CheckoutPage): Promise<Frame> {
  await frame.check('#walletTerms');
  return openWallet(page, frame);
}
