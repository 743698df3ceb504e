import type { SentLink, StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { FromStatus } from '../../../protocol/wire/frame-messages.ts';
import type { MessageValues } from '../../../protocol/wire/message-format.ts';
import type { StatusDocument } from '../../../protocol/wire/status-document.ts';
import type { StatusApi } from './api.ts';

/** A text of the catalogue, by its key without `status.`. */
export type Texts = (key: string, values?: MessageValues) => string;

export type Screen =
  | 'waiting' // for the page to say who reads, or for the first answer
  | 'sign_in' // the token does not count
  | 'guest' // the form that looks up one pre-order
  | 'list'
  | 'detail'
  | 'cancel';

/** Something that went wrong, said where it happened, with what can be done about it. */
export type Problem = { title: string; text: string; again?: () => void };

export type State = {
  mode: 'logged_in' | 'guest';
  screen: Screen;
  preorders: StatusPreorder[];
  /** There are more after this one. */
  after: string | null;
  /** The pre-order of `detail` and `cancel`. */
  reference: string;
  /** The session is over: what is on screen stays, and nothing can be changed. */
  expired: boolean;
  form: { reference: string; place: string };
  errors: { reference?: string; place?: string };
  /** How many of which line items are to be cancelled, by the id of the first of equal ones. */
  chosen: Readonly<Record<string, number>>;
  /** A link was sent, and these line items wait for it. */
  sent: (SentLink & { lineItemIds: string[] }) | null;
  /** What was cancelled just now: what goes back, and what is not taken any more. */
  cancelled: { reference: string; refund: number; release: number } | null;
  /** The pre-order whose return was asked for last. */
  askedReturnOf: string;
  /** Nobody on the page takes care of a return, so this pre-order's is explained here. */
  returning: string | null;
  problem: Problem | null;
  busy: 'begin' | 'more' | 'cancel' | 'check' | null;
  /** Where the reader is taken, by an element's id; a new object each time. Never on the page's own account. */
  focus: { on: string } | null;
  /** Read out politely. */
  announcement: string;
};

export type Context = {
  store: NonNullable<StatusDocument['store']>;
  locale: string;
  t: Texts;
  api: StatusApi;
  send: (message: FromStatus) => void;
  state: () => State;
  set: (changes: Partial<State>) => void;
  subscribe: (listener: () => void) => () => void;
  /** Says that the session is over, so many milliseconds from now. */
  endSessionIn: (ms: number | null) => void;
};

export function createContext(parts: Omit<Context, 'state' | 'set' | 'subscribe' | 'endSessionIn'>): Context {
  let state: State = {
    ...{ mode: 'guest', screen: 'waiting', preorders: [], after: null, reference: '', expired: false },
    ...{ form: { reference: '', place: '' }, errors: {}, chosen: {}, sent: null, cancelled: null },
    ...{ askedReturnOf: '', returning: null, problem: null, busy: null, focus: null, announcement: '' },
  };
  const listeners = new Set<() => void>();
  let ending: ReturnType<typeof setTimeout> | undefined;
  const set = (changes: Partial<State>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  return {
    ...parts,
    set,
    state: () => state,
    endSessionIn(ms) {
      clearTimeout(ending);
      if (ms !== null) ending = setTimeout(() => set({ expired: true, announcement: parts.t('expired.title') }), ms);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The pre-order that is looked at. */
export function currentPreorder({ preorders, reference }: State): StatusPreorder | undefined {
  return preorders.find((preorder) => preorder.reference === reference);
}
