// The wallets of the checkout, a script of its own: its document would be too large with them, and shoppers without one do not
// need them. It draws the provider's buttons into the place that the checkout gives it.
import type { CreateWallets } from '../wallet-loader.ts';
import { mountExpress } from './express.ts';
import { findWallets } from './find-wallets.ts';

const createWallets: CreateWallets = async (context, steps) => {
  const stripe = await context.card?.stripe();
  if (!stripe || !(await findWallets(stripe, context))) return null;
  return { mount: (place) => mountExpress({ stripe, context, steps }, place) };
};

window.createWallets = createWallets;
