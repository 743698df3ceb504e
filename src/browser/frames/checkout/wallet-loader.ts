import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import { loadScript } from './load-script.ts';
import type { Context } from './state.ts';
import type { Wallets } from './wallets/mounted.ts';

/** What the wallets do by the checkout's own steps. */
export type WalletSteps = {
  /** Holds the units for the form as it is now. Null when that is refused; the reason is then shown. */
  hold(): Promise<CheckoutView | null>;
  /** Goes on in the Payment step, since what is held is not what the shopper agreed to. */
  look(view: CheckoutView, amountsChanged: boolean): void;
  payByWallet(token: string): Promise<void>;
};

/** What the script of the wallets defines. It resolves with null where the browser or the shopper has no wallet. */
export type CreateWallets = (context: Context, steps: WalletSteps) => Promise<Wallets | null>;

declare global {
  interface Window {
    createWallets?: CreateWallets;
  }
}

// The first step waits no longer for the wallets. Later ones are put below it, because they must not move what the shopper sees.
const WAIT_MS = 1_000;

/** Loads the wallets. Resolves when it is known whether there are any, or after a second. */
export function loadWallets(context: Context, steps: WalletSteps): Promise<unknown> {
  const { wallets: script } = context.offer;
  if (!script || !context.card) return Promise.resolve();
  const known = loadScript(script.src, script.integrity)
    .then(() => window.createWallets?.(context, steps) ?? null)
    .then((wallets) => context.set({ wallets }))
    // Without wallets there is the form.
    .catch(() => {});
  if (LIVE) return Promise.resolve(); // a change shows at once
  return Promise.race([known, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
