import { useEffect, useRef, useState } from 'preact/hooks';
import type { ViewProps } from './view-props.ts';

/**
 * The place of the wallets, at the head of the step or at its end. Wallets that were not known when the step began come to its end,
 * where they move nothing that the shopper already sees.
 */
export function WalletSlot({ state, at }: ViewProps & { at: 'head' | 'end' }) {
  const [place] = useState(state.wallets ? 'head' : 'end');
  const box = useRef<HTMLDivElement>(null);
  // What costs nothing needs no wallet.
  const shown = at === place && state.checkout?.total !== 0 ? state.wallets : null;
  useEffect(() => (shown && box.current ? shown.mount(box.current, at) : undefined), [shown, at]);
  return shown && <div ref={box} />;
}
