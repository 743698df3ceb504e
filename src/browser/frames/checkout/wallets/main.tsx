// The wallets of the checkout, a script of its own: its document would be too large with them, and shoppers without one do not
// need them. It has its own copy of Preact, and draws into the place that the checkout gives it.
import { render } from 'preact';
import { createObservableState } from '../../observable-state.ts';
import type { CreateWallets } from '../wallet-loader.ts';
import type { Agreement, WalletParts } from './express.ts';
import { findWallets } from './find-wallets.ts';
import { WalletBox } from './wallet-box.tsx';

const createWallets: CreateWallets = async (context, steps) => {
  const stripe = await context.card?.stripe();
  if (!stripe || !(await findWallets(stripe, context))) return null;
  // It outlives the box: the tick is still there when the shopper comes back from the Payment step.
  const agreement = createObservableState<Agreement>({ text: '', error: '' });
  const parts: WalletParts = { stripe, context, steps, agreement };
  return {
    mount(place, at) {
      render(<WalletBox parts={parts} at={at} />, place);
      return () => render(null, place);
    },
  };
};

window.createWallets = createWallets;
