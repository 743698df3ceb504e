import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import type { ToCheckout } from '../../../protocol/wire/frame-messages.ts';
import { readCustomerData } from './customer-data.ts';
import type { ShippingForm } from './form.ts';
import type { Session } from './session.ts';
import type { Context, Screen, State } from './state.ts';

// What the shopper's going and coming back does: the dialog is closed and shown again, the browser goes back, the page is left.

type Opening = Extract<ToCheckout, { t: 'open' }>;

/** Screens after which a new visit begins anew, with what the service says then. */
const ENDS: readonly Screen[] = ['done', 'sold_out', 'in_stock', 'closed'];

/** Returns whether a payment is under way, so that leaving would lose sight of it. */
function isPaying({ screen, busy }: Pick<State, 'screen' | 'busy'>): boolean {
  return screen === 'challenge' || screen === 'processing' || (busy !== null && busy !== 'hold' && busy !== 'discount');
}

/** `check` asks the service whether the units are still held. */
export function followVisits(context: Context, check: (hold: CheckoutView) => unknown): void {
  keepDraft(context);
  followLeaving(context, check);
}

/** Keeps what the shopper types for a reload, until the units are held; then the service has it. */
function keepDraft({ state, subscribe, session }: Pick<Context, 'state' | 'subscribe' | 'session'>): void {
  let { form } = state();
  subscribe(() => {
    const { form: now, touched, checkout } = state();
    if (now === form) return;
    form = now;
    if (!checkout && touched.size > 0) session.write({ draft: draftOf(now, touched) });
  });
}

function draftOf({ email, address }: ShippingForm, touched: State['touched']) {
  const typed = Object.entries(address).filter(([name]) => touched.has(name));
  return { ...(touched.has('email') && { email }), address: Object.fromEntries(typed) };
}

/** Returns the form with what was typed before a reload, and which fields that were. */
export function withDraft(form: ShippingForm, session: Session): Pick<State, 'form' | 'touched'> {
  const { email, address = {} } = readCustomerData(session.read().draft);
  const touched = new Set([...Object.keys(address), ...(email === undefined ? [] : ['email'])]);
  return { form: { ...form, email: email ?? form.email, address: { ...form.address, ...address } }, touched };
}

/** Goes on where the shopper closed the checkout. `variantId` is the page's, if the waitlist sells it. */
export function reopen({ state, set, show, session }: Context, opening: Opening, variantId: string | undefined): void {
  const now = state();
  const { screen, form, touched, checkout } = now;
  if (ENDS.includes(screen) || (screen === 'shipping' && touched.size === 0 && !checkout)) {
    if (screen === 'done') session.clear();
    // Nothing was typed that this would lose, and the document may be half an hour old.
    location.reload();
    return;
  }
  const lineItemProperties = opening.lineItemProperties ?? null;
  const isSame = JSON.stringify(lineItemProperties) === JSON.stringify(now.lineItemProperties);
  if (screen === 'waiting' || isPaying(now)) return;
  set({ lineItemProperties });
  if (variantId && variantId !== form.variantId) show('shipping', { form: { ...form, variantId, quantity: 1 } });
  // The units that are held have the properties of before.
  else if (isSame) show(screen, { errors: now.errors, problem: now.problem });
  else show('shipping');
}

/** Returns what answers the browser's Back: it closes the checkout, but asks first while a payment is under way. */
export function createBack({ state, set, t }: Context, close: () => void): () => void {
  return () => {
    const title = t('leaving.title');
    if (!isPaying(state()) || state().problem?.title === title) return close();
    // The browser still notes where Back went: at once, there would be nothing in front of it.
    setTimeout(() => history.forward(), 100);
    const offer = { text: t('close'), act: close };
    set({ problem: { title, text: t('leaving.text'), offer }, focus: { on: 'problem' } });
  };
}

/**
 * Without storage nobody could find the units again that are held for a page that is left, so they are given back. A page
 * that the browser keeps may come back; then it asks whether they are still held.
 */
function followLeaving({ state, session, api }: Context, check: (hold: CheckoutView) => unknown): void {
  addEventListener('pagehide', ({ persisted }) => {
    const { checkout } = state();
    if (checkout?.state === 'held' && !persisted && !session.persistent && !isPaying(state()))
      void api.abandon(checkout);
  });
  addEventListener('pageshow', async ({ persisted }) => {
    const { checkout } = state();
    if (!persisted || checkout?.state !== 'held' || isPaying(state())) return;
    if ((await api.read(checkout)).ok) check(checkout);
  });
}
