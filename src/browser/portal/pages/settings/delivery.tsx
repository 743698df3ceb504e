import type { Store } from '../../requests/kinds.ts';
import { Shipping } from './shipping.tsx';
import { Tax } from './tax.tsx';

/** Where the store sends to and what that costs, and the tax there. */
export function Delivery({ store }: { store: Store }) {
  return (
    <>
      <Shipping store={store} />
      <Tax store={store} />
    </>
  );
}
