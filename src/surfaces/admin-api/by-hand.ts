import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import type { Asker } from './authenticate.ts';
import type { BulkAnswer, Rows } from './bulk.ts';
import type { Act } from './perform.ts';

/** What registers a route of the private API by hand. */
export type ByHand = {
  app: App;
  deps: Deps;
  /** Returns who asks. */
  askerOf(request: FastifyRequest): Asker;
  /** Performs a change once for each Idempotency-Key. Resolves with the body of the answer. */
  perform(request: FastifyRequest, reply: FastifyReply, act: Act): Promise<object>;
  /** Performs one act for each row of a bulk request, and resolves with a result for each. */
  performRows<Row>(request: FastifyRequest, rows: Rows<Row>): Promise<BulkAnswer>;
};
