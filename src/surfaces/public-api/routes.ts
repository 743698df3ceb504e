import type { App } from '../../platform/http.ts';
import { ErrorEnvelope } from '../../protocol/schema/envelope.ts';
import type { Deps } from '../deps.ts';
import { registerAvailability } from './availability.ts';
import { registerPreorderState } from './preorder-state.ts';
import { registerWaitlists } from './waitlists.ts';

/** Registers the public reads, which `openapi.json` describes in this order (contract: HTTP API). */
export function registerPublicReads(app: App, deps: Pick<Deps, 'db' | 'answers' | 'limits'>): void {
  app.addSchema(ErrorEnvelope);
  registerWaitlists(app, deps);
  registerAvailability(app, deps);
  registerPreorderState(app, deps);
}
