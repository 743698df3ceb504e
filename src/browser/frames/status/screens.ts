import type { AddressForm, StatusDetails } from '../../../protocol/schema/status-api.ts';
import type { Choices, Chosen } from './swap-choices.ts';

/** An error that is shown where it happened, with an action that may solve it. */
export type Problem = { title: string; text: string; again?: () => void };

/** A notice that something was done. */
export type Note = { title: string; text: string };

/** The request of a screen that is under way; a second one does not start. */
export type Busy =
  | ('begin' | 'more' | 'cancel' | 'check' | 'send' | 'swap' | 'form' | 'address' | 'write')
  | ('card' | 'pay' | 'wait');

/** One pre-order. */
export type PreorderView = {
  name: 'preorder';
  reference: string;
  /** What the list of pre-orders does not have; null until it is loaded. */
  details: StatusDetails | null;
  /** Amounts of the cancellation just done: paid back, no longer to be taken, and kept. */
  cancelled: { refund: number; release: number; kept: number } | null;
  note: Note | null;
  /** A page of ours that the shopper should open. */
  page: { url: string; title: string; text: string } | null;
  /** The page was asked for a return; it is explained here if no listener of the page handles it. */
  returning: 'asked' | 'explained' | null;
};

/** A form about a pre-order, with the screen that the shopper goes back to. */
type FormView = { from: PreorderView } & (
  | {
      name: 'cancel';
      /** How many line items of each group are to be cancelled, by the id of the group's first line item. */
      chosen: Readonly<Record<string, number>>;
    }
  | {
      name: 'swap';
      lineId: string;
      /** Equal line items, the one above first, and how many of them are to be swapped. */
      lineIds: readonly string[];
      count: number;
      /** Null until they are loaded. */
      choices: Choices | null;
      chosen: Chosen;
    }
  | { name: 'address'; form: AddressForm; errors: FieldErrors }
  | { name: 'write'; errors: FieldErrors }
  | { name: 'confirm' } // the shopper has to open a mailed link first
);

/** Error texts by the field's id. */
type FieldErrors = Partial<Record<string, string | undefined>>;

/** What a screen shows. Each screen has the data that it needs, and no other. */
export type View =
  | { name: 'waiting' } // for the page's mode, or for the first answer
  | { name: 'sign_in' } // the token was refused
  | { name: 'guest'; form: { reference: string; place: string }; errors: FieldErrors }
  | { name: 'list' }
  | PreorderView
  | FormView;

/** A view while it is on screen. */
export type Screen = View & {
  problem: Problem | null;
  busy: Busy | null;
  /** Aborted when the shopper leaves the screen. */
  signal: AbortSignal;
};

/** Returns what a screen is about. It is the same when the shopper leaves the screen and comes back to it. */
export function subjectOf(view: View): string {
  const { reference } = 'from' in view ? view.from : { reference: '', ...view };
  return [view.name, reference, 'lineId' in view ? view.lineId : ''].join(' ');
}

export type ScreenName = Screen['name'];
export type ScreenOf<Name extends ScreenName> = Extract<Screen, { name: Name }>;

export const BLANK_GUEST_FORM: View = { name: 'guest', form: { reference: '', place: '' }, errors: {} };

/** Returns the screen of a pre-order that was just opened. */
export function viewOf(reference: string): PreorderView {
  return withoutNotices({ reference, details: null });
}

/** Returns the screen of a pre-order without what was said about earlier actions. */
export function withoutNotices({ reference, details }: Pick<PreorderView, 'reference' | 'details'>): PreorderView {
  return { name: 'preorder', reference, details, cancelled: null, note: null, page: null, returning: null };
}
