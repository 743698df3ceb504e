import { useLayoutEffect } from 'preact/hooks';
import { SellerNote } from '../../../ui/seller.tsx';
import { useObservableState } from '../../observable-state.ts';
import { refreshOnReturn } from '../details.ts';
import { followLink } from '../link-watch.ts';
import type { Context, State } from '../state.ts';
import { AddressForm } from './address-form.tsx';
import { CancelForm } from './cancel-form.tsx';
import { Detail } from './detail.tsx';
import { GuestForm } from './guest-form.tsx';
import { List } from './list.tsx';
import { ExpiredNotice, SignIn, Waiting } from './messages.tsx';
import { SwapForm } from './swap-form.tsx';
import { Top } from './top.tsx';
import type { ViewProps } from './view-props.ts';
import { ConfirmForm, WriteForm } from './write-form.tsx';

export function App({ context }: { context: Context }) {
  const state = useObservableState(context);
  useFocus(state.focus);
  useReturn(context);
  useLayoutEffect(() => followLink(context), [context]);
  return (
    <main class="page" aria-label={context.t('title')}>
      <Top context={context} state={state} />
      {state.expired && <ExpiredNotice context={context} state={state} />}
      <ScreenView context={context} state={state} />
      <SellerNote t={context.t} store={context.store} />
      <p class="visually-hidden" role="status">
        {state.announcement}
      </p>
    </main>
  );
}

function ScreenView({ context, state }: Omit<ViewProps, 'screen'>) {
  const { screen } = state;
  const shared = { context, state };
  switch (screen.name) {
    case 'waiting':
      return <Waiting {...shared} screen={screen} />;
    case 'sign_in':
      return <SignIn context={context} />;
    case 'guest':
      return <GuestForm {...shared} screen={screen} />;
    case 'list':
      return <List {...shared} screen={screen} />;
    case 'preorder':
      return <Detail {...shared} screen={screen} />;
    case 'cancel':
      return <CancelForm {...shared} screen={screen} />;
    case 'swap':
      return <SwapForm {...shared} screen={screen} />;
    case 'address':
      return <AddressForm {...shared} screen={screen} />;
    case 'write':
      return <WriteForm {...shared} screen={screen} />;
    case 'confirm':
      return <ConfirmForm {...shared} screen={screen} />;
  }
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
