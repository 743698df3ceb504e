import type { SentLink, StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { FromStatus } from '../../../protocol/wire/frame-messages.ts';
import type { MessageValues } from '../../../protocol/wire/message-format.ts';
import type { StatusDocument } from '../../../protocol/wire/status-document.ts';
import { createObservableState, type ObservableState } from '../observable-state.ts';
import type { StatusApi } from './api.ts';
import {
  type Busy,
  type Problem,
  type Screen,
  type ScreenName,
  type ScreenOf,
  subjectOf,
  type View,
} from './screens.ts';

/** Returns a text of the catalogue by its key without `status.`. */
export type Texts = (key: string, values?: MessageValues) => string;

/** The screen that is shown, and what the frame knows on all screens. */
export type State = {
  mode: 'logged_in' | 'guest';
  screen: Screen;
  preorders: StatusPreorder[];
  /** The cursor of the next page; null if there is none. */
  after: string | null;
  /** The session has ended: the screen stays, but nothing can be changed. */
  expired: boolean;
  /** The mailed link that is waited for, and the line items that it cancels. */
  sent: (SentLink & { reference: string; lineItemIds: string[] }) | null;
  /** The message to the store, also while its form is left. */
  message: string;
  /** Names the id of the element that gets the focus. Only set after an action of the shopper. */
  focus: { on: string } | null;
  announcement: string;
};

export type Context = ObservableState<State> & {
  store: NonNullable<StatusDocument['store']>;
  locale: string;
  /** True for a page of its own, which is not in a page of the store. */
  alone: boolean;
  /** True if an address of one pre-order has opened it: there is no list, and no other one is looked up. */
  hasOne: boolean;
  t: Texts;
  api: StatusApi;
  send: (message: FromStatus) => void;
  /** The changes under way, by what their screen is about (`subjectOf`), also those whose screen was left. */
  underWay: Map<string, Busy>;
  /** Leaves the screen, which ends its requests, and shows another one. It is busy if a change of it is under way. */
  enter(view: View, changes?: Partial<State> & { problem?: Problem }): void;
  /** Returns the screen that is shown if it has this name. */
  shown<Name extends ScreenName>(name: Name): ScreenOf<Name> | null;
  /** Changes data of a screen while it is shown. */
  change<Shown extends Screen>(screen: Shown, data: Partial<Shown>, changes?: Partial<State>): void;
  /** Marks the session as ended after so many milliseconds; null for never. */
  endSessionIn(ms: number | null): void;
};

type ContextParts = Pick<Context, 'store' | 'locale' | 'alone' | 'hasOne' | 't' | 'api' | 'send'>;

export function createContext(parts: ContextParts): Context {
  let leaving = new AbortController();
  let ending: ReturnType<typeof setTimeout> | undefined;
  const waiting: Screen = { name: 'waiting', problem: null, busy: null, signal: leaving.signal };
  const observable = createObservableState<State>({
    mode: 'guest',
    screen: waiting,
    preorders: [],
    after: null,
    expired: false,
    sent: null,
    message: '',
    focus: null,
    announcement: '',
  });
  const { state, set } = observable;
  const underWay: Context['underWay'] = new Map();
  const show = (screen: Screen, changes: Partial<State>) =>
    set({ ...changes, screen: { ...screen, busy: screen.busy ?? underWay.get(subjectOf(screen)) ?? null } });
  return {
    ...parts,
    ...observable,
    underWay,
    enter(view, { problem = null, ...changes } = {}) {
      leaving.abort();
      leaving = new AbortController();
      show({ ...view, problem, busy: null, signal: leaving.signal }, changes);
    },
    shown: <Name extends ScreenName>(name: Name) => {
      const { screen } = state();
      return screen.name === name ? (screen as ScreenOf<Name>) : null;
    },
    change({ signal }, data, changes = {}) {
      if (!signal.aborted) show({ ...state().screen, ...data } as Screen, changes);
    },
    endSessionIn(ms) {
      clearTimeout(ending);
      if (ms !== null) ending = setTimeout(() => set({ expired: true, announcement: parts.t('expired.title') }), ms);
    },
  };
}

/** Returns the pre-order that the screen is about. */
export function currentPreorder({ preorders, screen }: State): StatusPreorder | undefined {
  const { reference } = 'from' in screen ? screen.from : { reference: '', ...screen };
  return preorders.find((preorder) => preorder.reference === reference);
}

/** Replaces a pre-order in the state by its current version. */
export function replacePreorder({ state, set }: Context, preorder: StatusPreorder): void {
  set({ preorders: state().preorders.map((each) => (each.reference === preorder.reference ? preorder : each)) });
}

/** Takes over what a change has made of a pre-order, and announces it also to a shopper who has left the form meanwhile. */
export function keepChange(context: Context, preorder: StatusPreorder, announcement: string): void {
  replacePreorder(context, preorder);
  context.set({ announcement });
}
