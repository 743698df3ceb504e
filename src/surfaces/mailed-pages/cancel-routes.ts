import { useCancelLink } from '../../core/preorders/commands/cancel-link.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { cancelPage, refusedPage } from './cancel-page.ts';
import { registerLinkPage } from './link-routes.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'answers' | 'outbox' | 'log'>;

/** Registers the page of the link that confirms a cancellation. */
export function registerLinkRoutes(app: App, deps: LinkDeps): void {
  registerLinkPage(app, deps, {
    purpose: 'cancel',
    show: (facts) => cancelPage(deps, facts),
    async act(facts) {
      try {
        await useCancelLink(deps, facts.link);
        return null;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'line_not_cancellable')) throw error;
        return { status: 409, ...refusedPage(deps, facts) };
      }
    },
  });
}
