import type {
  AddressForm,
  SentLink,
  StatusDetails,
  StatusPreorder,
  SwapOption,
} from '../../../protocol/schema/status-api.ts';
import type { FromStatus } from '../../../protocol/wire/frame-messages.ts';
import type { MessageValues } from '../../../protocol/wire/message-format.ts';
import type { StatusDocument } from '../../../protocol/wire/status-document.ts';
import type { StatusApi } from './api.ts';

/** Returns a text of the catalogue by its key without `status.`. */
export type Texts = (key: string, values?: MessageValues) => string;

export type Screen =
  | 'waiting' // for the page's mode, or for the first answer
  | 'sign_in' // the token was refused
  | 'guest' // the form that looks up one pre-order
  | 'list'
  | 'detail'
  | 'cancel'
  | 'swap'
  | 'address'
  | 'write'
  | 'confirm'; // the shopper has to open a mailed link first

/** An error that is shown where it happened, with an action that may solve it. */
export type Problem = { title: string; text: string; again?: () => void };

/** The request that is under way. */
export type Busy =
  | ('begin' | 'more' | 'cancel' | 'check' | 'send' | 'swap' | 'form' | 'address' | 'write')
  | ('receipt' | 'card' | 'pay' | 'wait');

export type State = {
  mode: 'logged_in' | 'guest';
  screen: Screen;
  preorders: StatusPreorder[];
  /** The cursor of the next page; null if there is none. */
  after: string | null;
  /** The pre-order of `detail` and `cancel`. */
  reference: string;
  /** The session has ended: the screen stays, but nothing can be changed. */
  expired: boolean;
  form: { reference: string; place: string };
  /** Error texts by the field's id. */
  errors: Partial<Record<string, string | undefined>>;
  /** How many line items of each group are to be cancelled, by the id of the group's first line item. */
  chosen: Readonly<Record<string, number>>;
  /** The link that was sent, and the line items that it cancels. */
  sent: (SentLink & { lineItemIds: string[] }) | null;
  /** Amounts of the cancellation just done: paid back, no longer to be taken, and kept. */
  cancelled: { reference: string; refund: number; release: number; kept: number } | null;
  /** Details of the current pre-order once they are loaded. */
  details: (StatusDetails & { reference: string }) | null;
  /** The swap of a line item: its options once they are loaded, and the chosen variant. */
  swap: { lineId: string; options: SwapOption[] | null; chosen: string } | null;
  addressForm: AddressForm | null;
  message: string;
  /** A notice that something was done. */
  note: { title: string; text: string } | null;
  /** A page of ours that the shopper should open. */
  page: { url: string; title: string; text: string } | null;
  /** The pre-order whose return was asked for last. */
  askedReturnOf: string;
  /** The pre-order whose return is explained here, because no listener of the page handles it. */
  returning: string | null;
  problem: Problem | null;
  busy: Busy | null;
  /**
   * The id of the element that gets the focus. Each time a new object, so that the same element can be focused again. Only
   * set after an action of the shopper.
   */
  focus: { on: string } | null;
  /** Text of the polite live region. */
  announcement: string;
};

export type Context = {
  store: NonNullable<StatusDocument['store']>;
  locale: string;
  /** True for a page of its own that a mailed link has opened: it has one pre-order and no list. */
  begun: boolean;
  t: Texts;
  api: StatusApi;
  send: (message: FromStatus) => void;
  state: () => State;
  set: (changes: Partial<State>) => void;
  subscribe: (listener: () => void) => () => void;
  /** Marks the session as ended after so many milliseconds; null for never. */
  endSessionIn: (ms: number | null) => void;
};

export function createContext(parts: Omit<Context, 'state' | 'set' | 'subscribe' | 'endSessionIn'>): Context {
  let state: State = {
    mode: 'guest',
    screen: 'waiting',
    preorders: [],
    after: null,
    reference: '',
    expired: false,
    form: { reference: '', place: '' },
    errors: {},
    chosen: {},
    sent: null,
    cancelled: null,
    details: null,
    swap: null,
    addressForm: null,
    message: '',
    note: null,
    page: null,
    askedReturnOf: '',
    returning: null,
    problem: null,
    busy: null,
    focus: null,
    announcement: '',
  };
  const listeners = new Set<() => void>();
  let ending: ReturnType<typeof setTimeout> | undefined;
  const set = (changes: Partial<State>) => {
    // A move of the focus clears the announcement: it is outdated, and the same text can then be announced again.
    state = { ...state, ...(changes.focus && { announcement: '' }), ...changes };
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

/** Returns the pre-order that the shopper has opened. */
export function currentPreorder({ preorders, reference }: State): StatusPreorder | undefined {
  return preorders.find((preorder) => preorder.reference === reference);
}
