import { type Parse, portNumber, standInAddress } from './config-values.ts';

type ReadVariable = <T, D>(name: string, parse: Parse<T>, fallback: D) => T | D;

/**
 * Reads where the stand-in for Stripe is. `fallback` is the port at which `npm start` runs one. A command beside it knows it too: the test
 * stores are connected there, and the service calls no other address.
 */
export function readStandIn(role: string, fallback: number | undefined, read: ReadVariable) {
  const isKnown = role === 'start' || role === 'command';
  const port = isKnown ? read('STRIPE_PORT', portNumber, fallback) : undefined;
  return {
    stripePort: role === 'start' ? port : undefined,
    stripeStandIn: read('STRIPE_STAND_IN', standInAddress, ownStandIn(port)),
  };
}

/** Returns the address of the stand-in for Stripe that a process of this machine runs at the port. */
export const ownStandIn = (port: number | undefined) => (port === undefined ? undefined : `http://127.0.0.1:${port}`);
