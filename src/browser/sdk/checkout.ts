import { askCustomerData } from './customer-data.ts';
import { emit, emitFailed } from './events.ts';
import { modalOf } from './modal.ts';
import type { Interest, Placement } from './placement-type.ts';
import { query } from './settings.ts';

/**
 * Handles a shopper's interest: loads the checkout when a click is likely, shows it on the click, and opens the learn-more
 * card.
 */
export function onInterest(placement: Placement, interest: Interest): void {
  const { t, view, texts, learn } = interest;
  if (!learn && view.fault) {
    emitFailed(placement, view.fault);
    return;
  }
  const { ref } = view;
  // Payment providers' scripts do not run in an isolated page: there the dialog only links to a checkout in its own page.
  const type = learn ? 'learn-more' : crossOriginIsolated ? 'isolated' : 'checkout';
  const modal = modalOf(type, query(placement.options), learn ?? texts);
  // A dialog that is shown already was asked for by a double click.
  const again = () => onInterest(placement, { ...interest, t: 'again' });
  const order = () => onInterest(placement, { t: 'click', view, texts });
  if (t === 'warm' || !modal.show(placement, again, order)) return;
  const event = learn ? 'LearnMoreClicked' : 'ButtonClicked';
  if (t !== 'again') emit(event, { ...placement.ref, ...ref }, learn ? undefined : ref.releaseId);
  if (learn) return;
  const customer = askCustomerData();
  modal.begin = () => {
    // A message before the hello is lost. So every hello calls this again, also the hello of a reloaded frame.
    modal.link.post({ t: 'open', variantId: ref.skuId, lineItemProperties: placement.options.properties });
    void customer.then((data) => modal.link.post({ t: 'customer', data }));
  };
  modal.begin();
}
