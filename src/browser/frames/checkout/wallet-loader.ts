import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import type { CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
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

/**
 * Returns whether the first step keeps a place for wallets at its head. Only the provider's script knows which ones there are; this
 * leaves out browsers that can have none, and tabs in which there were none before.
 */
export function mayHaveWallets({ offer, card }: Pick<Context, 'offer' | 'card'>): boolean {
  if (!offer.wallets || !card || !('ApplePaySession' in window || 'PaymentRequest' in window)) return false;
  try {
    return sessionStorage.wallets !== 'none';
  } catch {
    return true; // storage is blocked
  }
}

function rememberWallets(wallets: Wallets | null): void {
  try {
    sessionStorage.wallets = wallets ? 'some' : 'none';
  } catch {
    // Storage is blocked: the place is kept again the next time.
  }
}

/**
 * Fetches the scripts of the wallets before the shopper opens the checkout, and runs neither: the provider's sets cookies, and the
 * shopper has not asked for a checkout yet.
 */
export function fetchWalletScripts({ wallets, script }: CheckoutOffer): void {
  if (!wallets || !script) return;
  for (const { src, integrity = '' } of [wallets, { src: script.src }]) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href: src, integrity }),
    );
  }
}

/** Loads the wallets. The form does not wait for them. */
export async function loadWallets(context: Context, steps: WalletSteps): Promise<void> {
  const { wallets: script } = context.offer;
  if (!script || !context.card) return;
  const wallets = await loadScript(script.src, script.integrity)
    .then(() => window.createWallets?.(context, steps) ?? null)
    // Without wallets there is the form.
    .catch(() => null);
  rememberWallets(wallets);
  context.set({ wallets });
}
