import type { FromCheckout, FromLearnMore } from '../../protocol/wire/frame-messages.ts';
import { askCustomerData } from './customer-data.ts';
import { emit } from './events.ts';
import { count } from './measures.ts';
import { createModal, type ModalRequest } from './modal.ts';
import { emitFailed, type Interest, type PlacementDeps } from './placement.ts';
import type { Placement } from './placement-type.ts';

export type CheckoutDeps = Omit<PlacementDeps, 'onInterest'> & { customerData(): unknown };

type Checkout = {
  query: string;
  /** Shows the checkout for the placement, which may be another than the one it was loaded for. */
  showFor(placement: Placement, interest: Interest, again: () => void): void;
  end(): void;
};

// A panel; on phones it fills the page. The corners are round where the panel does not reach the edges.
const CHECKOUT_STYLE =
  'width:min(100%,992px);height:min(100%,max(840px,(992px - 100vw)*9));border-radius:min(100vw - 992px,12px)';
// Fills the page; the frame itself decides how large its visible card is.
const LEARN_STYLE = 'width:100%;height:100%';

/** Loads the checkout's frame into a dialog that is not shown yet. */
function loadCheckout(deps: CheckoutDeps, request: Pick<ModalRequest<never>, 'query' | 'texts' | 'onEnd'>): Checkout {
  let begin = () => {};
  const { link, show, end } = createModal<FromCheckout>({
    ...request,
    // Payment providers' scripts do not run in an isolated page: there the dialog only links to a checkout in its own page.
    type: crossOriginIsolated ? 'isolated' : 'checkout',
    style: CHECKOUT_STYLE,
    reason: 'checkout_unavailable',
    keeps: true,
    onHello: () => begin(),
  });
  const showFor = (placement: Placement, { t, view }: Interest, again: () => void) => {
    if (!show(placement, again)) return; // a double click
    if (t === 'click') {
      emit('ButtonClicked', { ...placement.ref, ...view.ref });
      count('ButtonClicked', view.ref.releaseId);
    }
    const customer = askCustomerData(deps.customerData());
    begin = () => {
      // A message before the hello is lost. So every hello calls `begin` again, also the hello of a reloaded frame.
      link.post({ t: 'open', variantId: view.ref.skuId, lineItemProperties: placement.options.properties });
      void customer.then((data) => link.post({ t: 'customer', data }));
    };
    begin();
  };
  return { query: request.query, showFor, end };
}

/**
 * Handles a shopper's interest. Keeps one checkout at a time: loads it when a click is likely, shows it on the click, and
 * hides it when it closes. Also opens the learn-more card.
 */
export function createCheckout(deps: CheckoutDeps): PlacementDeps['onInterest'] {
  let current: Checkout | undefined;
  let learning = false;

  return function onInterest(placement, interest) {
    const { t, view, texts, learn } = interest;
    const query = deps.query(placement.options);
    const again = () => onInterest(placement, { ...interest, t: 'again' });
    if (learn) {
      if (learning) return; // a double click
      learning = true;
      if (t === 'learn') emit('LearnMoreClicked', { ...placement.ref, ...view.ref });
      const { show, end } = createModal<FromLearnMore>({
        type: 'learn-more',
        query,
        texts: learn,
        style: LEARN_STYLE,
        reason: 'learn_more_unavailable',
        onMessage(message) {
          if (message.t !== 'order') return;
          end();
          onInterest(placement, { t: 'click', view, texts });
        },
        onEnd() {
          learning = false;
        },
      });
      show(placement, again);
      return;
    }
    if (view.fault) return emitFailed(placement, view.fault);
    if (current?.query !== query) {
      current?.end();
      current = loadCheckout(deps, {
        query,
        texts,
        onEnd() {
          current = undefined;
        },
      });
    }
    if (t !== 'warm') current?.showFor(placement, interest, again);
  };
}
