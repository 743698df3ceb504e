import type { LinkFacts } from '../../core/links/queries.ts';
import { endWithdrawal } from '../../core/withdrawals/commands/end.ts';
import { findWithdrawal } from '../../core/withdrawals/queries.ts';
import { AppError } from '../../domain/error.ts';
import { html } from '../../platform/html.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { keepOnOneLine } from '../page.ts';
import { registerLinkPage } from './link-routes.ts';
import { goneAnswer, type LinkAnswer, linkDocument, wordsOf } from './page.ts';
import { wayOn } from './way-on.ts';

type UndoDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'outbox' | 'log'>;

/** Registers the page on which the customer of a pre-order says that a withdrawal was not theirs. */
export function registerUndoWithdrawal(app: App, deps: UndoDeps): void {
  registerLinkPage(app, deps, {
    purpose: 'withdrawal',
    show: (facts) => undoPage(deps, facts),
    async act({ link: { storeId, detail } }) {
      try {
        const key = { storeId, id: detail.withdrawalId };
        await deps.db.transaction((tx) => endWithdrawal(tx, key, { state: 'undone' }));
        deps.outbox.wake();
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'withdrawal_ended')) throw error;
      }
      return null; // the page then shows what became of it
    },
  });
}

async function undoPage(deps: UndoDeps, { link, preorder, store }: LinkFacts<'withdrawal'>): Promise<LinkAnswer> {
  const { locale, reference } = preorder;
  const withdrawal = await findWithdrawal(deps.db, link.storeId, link.detail.withdrawalId);
  if (withdrawal?.preorder?.id !== link.preorderId) return goneAnswer(locale, store);
  const words = wordsOf(locale);
  const part = { declared: 'undo', undone: 'undone', settled: 'over', refused: 'over' } as const;
  const state = withdrawal.state === 'declared' && withdrawal.actedAt ? 'over' : part[withdrawal.state];
  const values = { reference, store: store.name, email: store.contactEmail };
  return linkDocument(
    { locale, store, title: words(`withdrawal.${state}.title`) },
    html`<p>${keepOnOneLine(words(`withdrawal.${state}.text`, values), reference)}</p>
${state === 'undo' ? html`<form method="post"><button>${words('withdrawal.undo.button')}</button></form>` : wayOn(deps, { store, preorder })}`,
  );
}
