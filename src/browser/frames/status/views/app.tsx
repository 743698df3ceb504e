import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { followLink } from '../cancelling.ts';
import { refreshOnReturn } from '../details.ts';
import type { Context, Screen, State } from '../state.ts';
import { AddressForm } from './address-form.tsx';
import { CancelForm } from './cancel-form.tsx';
import { Detail } from './detail.tsx';
import { GuestForm } from './guest-form.tsx';
import { List } from './list.tsx';
import { ExpiredNotice, SignIn, Waiting } from './messages.tsx';
import { SwapForm } from './swap-form.tsx';
import type { ViewProps } from './view-props.ts';
import { ConfirmForm, WriteForm } from './write-form.tsx';

const VIEWS: Record<Screen, (props: ViewProps) => ComponentChildren> = {
  waiting: Waiting,
  sign_in: SignIn,
  guest: GuestForm,
  list: List,
  detail: Detail,
  cancel: CancelForm,
  swap: SwapForm,
  address: AddressForm,
  write: WriteForm,
  confirm: ConfirmForm,
};

export function App({ context }: { context: Context }) {
  const state = useStatus(context);
  useFocus(state.focus);
  useReturn(context);
  useLayoutEffect(() => followLink(context), [context]);
  const { t, store } = context;
  const View = VIEWS[state.screen];
  return (
    <main class="page" aria-label={t('title')}>
      {context.begun && <p class="shop">{store.name}</p>}
      {store.test && <p class="test">{t('test')}</p>}
      {state.expired && <ExpiredNotice context={context} state={state} />}
      <View context={context} state={state} />
      <p class="visually-hidden" role="status">
        {state.announcement}
      </p>
    </main>
  );
}

function useStatus(context: Context): State {
  const [state, setState] = useState(context.state());
  useLayoutEffect(() => {
    const update = () => setState(context.state());
    // The state may have changed between the first render and this effect.
    update();
    return context.subscribe(update);
  }, [context]);
  return state;
}

/**
 * Moves the focus to the element that `focus.on` names. It never moves before the shopper has done something in the
 * frame.
 */
function useFocus(focus: State['focus']) {
  useLayoutEffect(() => {
    if (focus) document.getElementById(focus.on)?.focus();
  }, [focus]);
}

/** Refreshes the pre-order when the shopper comes back from another tab, where our links open. */
function useReturn(context: Context) {
  useLayoutEffect(() => {
    const look = () => void (document.hidden || refreshOnReturn(context));
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [context]);
}
