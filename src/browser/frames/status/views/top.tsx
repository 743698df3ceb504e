import { StoreHead } from '../../../ui/store-head.tsx';
import { back, lookUpAnother } from '../reading.ts';
import type { ViewProps } from './view-props.ts';

/**
 * The line above every screen: the way back or the store's logo and name, and what kind of store this is. Within a page of the store,
 * that page says whose it is.
 */
export function Top({ context, state }: Omit<ViewProps, 'screen'>) {
  const { t, store, alone, hasOne } = context;
  const isOne = state.screen.name === 'preorder' && !hasOne;
  if (!isOne && !alone && !store.test) return null;
  const guest = state.mode === 'guest';
  return (
    <div class="top">
      {alone && <StoreHead store={store} nameClass="shop" />}
      {isOne && (
        <button type="button" class="link-button" onClick={() => (guest ? lookUpAnother(context) : back(context))}>
          {t(guest ? 'guest.another' : 'back')}
        </button>
      )}
      {store.test && <p class="test">{t('test')}</p>}
    </div>
  );
}
