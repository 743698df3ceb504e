import type { Store } from '../../requests/kinds.ts';
import { Phone } from './phone.tsx';
import { Shipping } from './shipping.tsx';
import { Tax } from './tax.tsx';

/** Where the store sends to and what that costs, where the carrier needs a telephone number, and the tax. */
export function Delivery({ store }: { store: Store }) {
  return (
    <>
      <Shipping store={store} />
      <Phone store={store} />
      <Tax store={store} />
    </>
  );
}
