import { randomBytes, randomUUID } from 'node:crypto';
import type { HoldRequest } from '../src/core/stock/sale-requests.ts';
import { newRowId } from '../src/platform/row-id.ts';
import type { Offer } from '../test/support/core.ts';
import { holdRequest as testHoldRequest } from '../test/support/hold-request.ts';

/** Makes a request like the service does: its ids follow one another, and no two bodies are equal. */
export const holdRequest = (offer: Offer): HoldRequest =>
  testHoldRequest(offer, {
    checkoutId: newRowId(),
    idempotency: { scope: 'bench', key: randomUUID(), bodyHash: randomBytes(32).toString('hex') },
  });
