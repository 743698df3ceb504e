import type { ByHand } from './by-hand.ts';
import type { Serving } from './serve.ts';

/** What a file of the private API needs to register its routes. Described operations are served, others are written by hand. */
export type AdminRoutes = Serving & ByHand;
