import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { mayHaveWallets } from '../wallet-loader.ts';
import { beginSlide, mayMove } from './slide.ts';
import type { ViewProps } from './view-props.ts';
import { WalletBox } from './wallet-box.tsx';

// A shopper who has looked at the form for as long reads it.
const READS_AFTER_MS = 1_500;
const BEGINS = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'input'];

/** Returns a function that says whether the shopper is reading or filling in what is shown. */
function useReader(): () => boolean {
  const reads = useRef(false);
  useEffect(() => {
    const begin = () => {
      reads.current = true;
    };
    const timer = setTimeout(begin, READS_AFTER_MS);
    for (const sign of BEGINS) document.addEventListener(sign, begin, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of BEGINS) document.removeEventListener(sign, begin, { capture: true });
    };
  }, []);
  return () => reads.current;
}

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
  const reads = useReader();
  const slide = useRef<() => void>(undefined);
  useLayoutEffect(() => slide.current?.(), [isGone]);
  useEffect(() => {
    if (!isNone || !box.current) return;
    // A place that stays empty closes before the shopper reads. Later it goes once it is out of sight, so that nothing moves under
    // the shopper's eyes.
    if (!reads() && mayMove()) {
      slide.current = beginSlide(box.current);
      return setGone(true);
    }
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
