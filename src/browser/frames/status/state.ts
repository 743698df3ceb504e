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

/** A text of the catalogue, by its key without `status.`. */
export type Texts = (key: string, values?: MessageValues) => string;

export type Screen =
  | 'waiting' // for the page to say who reads, or for the first answer
  | 'sign_in' // the token does not count
  | 'guest' // the form that looks up one pre-order
  | 'list'
  | 'detail'
  | 'cancel'
  | 'swap'
  | 'address'
  | 'write'
  | 'confirm'; // a link has to be mailed first

/** Something that went wrong, said where it happened, with what can be done about it. */
export type Problem = { title: string; text: string; again?: () => void };

/** What is waited for. */
export type Busy =
  | ('begin' | 'more' | 'cancel' | 'check' | 'send' | 'swap' | 'form' | 'address' | 'write')
  | ('receipt' | 'card' | 'pay' | 'wait');

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
  /** Beside their fields, by the field's id. */
  errors: Partial<Record<string, string | undefined>>;
  /** How many of which line items are to be cancelled, by the id of the first of equal ones. */
  chosen: Readonly<Record<string, number>>;
  /** A link was sent, and these line items wait for it. */
  sent: (SentLink & { lineItemIds: string[] }) | null;
  /** What was cancelled just now: what goes back, and what is not taken any more. */
  cancelled: { reference: string; refund: number; release: number; kept: number } | null;
  /** Of the pre-order that is looked at, once they have come. */
  details: (StatusDetails & { reference: string }) | null;
  /** What a line item may become, once that has come, and what was chosen of it. */
  swap: { lineId: string; options: SwapOption[] | null; chosen: string } | null;
  addressForm: AddressForm | null;
  message: string;
  /** Something is done. */
  note: { title: string; text: string } | null;
  /** A page of ours that the reader is to open. */
  page: { url: string; title: string; text: string } | null;
  /** The pre-order whose return was asked for last. */
  askedReturnOf: string;
  /** Nobody on the page takes care of a return, so this pre-order's is explained here. */
  returning: string | null;
  problem: Problem | null;
  busy: Busy | null;
  /** Where the reader is taken, by an element's id; a new object each time. Never on the page's own account. */
  focus: { on: string } | null;
  /** Read out politely. */
  announcement: string;
};

export type Context = {
  store: NonNullable<StatusDocument['store']>;
  locale: string;
  /** Opened by a mailed link, as a page of its own: there is one pre-order and no list. */
  begun: boolean;
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
    ...{ details: null, swap: null, addressForm: null, message: '', note: null, page: null },
    ...{ askedReturnOf: '', returning: null, problem: null, busy: null, focus: null, announcement: '' },
  };
  const listeners = new Set<() => void>();
  let ending: ReturnType<typeof setTimeout> | undefined;
  const set = (changes: Partial<State>) => {
    // Where the reader is taken says what happened: what was announced on the way is over, and may be announced again.
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

/** The pre-order that is looked at. */
export function currentPreorder({ preorders, reference }: State): StatusPreorder | undefined {
  return preorders.find((preorder) => preorder.reference === reference);
}
