import { useEffect, useRef, useState } from 'preact/hooks';
import { mayHaveWallets } from '../wallet-loader.ts';
import type { ViewProps } from './view-props.ts';
import { WalletBox } from './wallet-box.tsx';

/**
 * The place of the wallets, at the head of the step or at its end. The head keeps it free until they are known. Where no place was
 * kept, they come to the end. So they move nothing that the shopper already sees.
 */
export function WalletSlot({ at, ...props }: ViewProps & { at: 'head' | 'end' }) {
  const { context, state } = props;
  const [place] = useState(state.wallets || (state.wallets === undefined && mayHaveWallets(context)) ? 'head' : 'end');
  const box = useRef<HTMLDivElement>(null);
  const [isGone, setGone] = useState(false);
  const isNone = state.wallets === null;
  useEffect(() => {
    if (!isNone || !box.current) return;
    // A place that stays empty goes once it is out of sight, so that nothing moves under the shopper's eyes.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) setGone(true);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isNone]);
  // What costs nothing needs no wallet.
  if (at !== place || isGone || state.checkout?.total === 0 || (at === 'end' && !state.wallets)) return null;
  return (
    <div ref={box}>
      <WalletBox {...props} at={at} />
    </div>
  );
}
