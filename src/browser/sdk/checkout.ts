import type { FromCheckout, ModalTexts, PlacementView, ToCheckout } from '../../protocol/wire/frame-messages.ts';
import { askCustomerData } from './customer-data.ts';
import { emit } from './events.ts';
import { openFrame } from './frame-link.ts';
import { emitFailed, type Placement, type PlacementDeps } from './placement.ts';

export type CheckoutDeps = Omit<PlacementDeps, 'onInterest'> & { customerData(): unknown };

type Checkout = {
  query: string;
  /** Shows it for the placement that was clicked, which need not be the one it was loaded for. */
  open(placement: Placement, view: PlacementView): void;
  end(): void;
};

// A dialog as large as the page, which dims it. The frame is a panel in its middle, on phones all of it, with round
// corners where it does not reach the edges. A note stands there until the frame has said hello, and closes the dialog.
const DIALOG_STYLE = 'inset:0;min-width:100%;min-height:100%;padding:0;border:0;background:#000a;text-align:center';
const FRAME_STYLE =
  'all:initial;position:absolute;inset:0;margin:auto;width:min(100%,992px);height:min(100%,max(840px,(992px - 100vw)*9));border-radius:clamp(0px,(100vw - 992px)*9,12px);visibility:hidden';
const NOTE_STYLE =
  'margin-top:40vh;padding:12px 20px;border:0;border-radius:12px;font:16px system-ui;background:Canvas;color:CanvasText';

function createDialog({ title, loading }: ModalTexts) {
  const dialog = document.createElement('dialog');
  const note = document.createElement('button');
  dialog.style.cssText = DIALOG_STYLE;
  dialog.ariaLabel = title;
  note.style.cssText = NOTE_STYLE;
  note.textContent = loading;
  note.onclick = () => dialog.close();
  dialog.append(note);
  document.body.append(dialog);
  return { dialog, note };
}

/** Shows the dialog. The page stays where it is, and as wide as it is where its scrollbar takes room. */
function show(dialog: HTMLDialogElement): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  dialog.showModal();
  return () => Object.assign(style, { overflow, scrollbarGutter });
}

type LoadRequest = { query: string; texts: ModalTexts; onEnd(): void };

/** Loads the checkout's frame into a dialog that is not shown yet. */
function loadCheckout(deps: CheckoutDeps, { query, texts, onEnd }: LoadRequest): Checkout {
  const { dialog, note } = createDialog(texts);
  let opener: Placement | undefined;
  let begin = () => {};
  let restorePage = () => {};
  const link = openFrame<FromCheckout, ToCheckout>({
    type: 'checkout',
    query,
    into: dialog,
    state(frame) {
      frame.style.cssText = FRAME_STYLE;
      frame.allow = 'payment *;publickey-credentials-get *';
      return {};
    },
    onHello() {
      link.frame.style.visibility = 'visible';
      note.remove();
      link.frame.focus();
      begin();
    },
    onMessage(message) {
      if (message.t === 'close') dialog.close();
      else if (message.t === 'event') emit(message.name, message.payload);
    },
    onSilence() {
      if (!opener) return end(); // nobody has asked for it yet: a click tries anew
      note.textContent = texts.failed;
      emitFailed(opener, 'checkout_unavailable');
    },
  });
  const end = () => {
    restorePage();
    link.end();
    dialog.remove();
    onEnd();
  };
  dialog.onclose = () => {
    end();
    // By itself the focus would go to the page: the frame that had it within the dialog is gone.
    opener?.container.querySelector('iframe')?.focus({ preventScroll: true });
  };
  const open = (placement: Placement, view: PlacementView) => {
    if (opener) return; // a double click
    opener = placement;
    const { ref, properties } = placement.options;
    emit('ButtonClicked', { ...ref, ...view.ref });
    const customer = askCustomerData(deps.customerData());
    begin = () => {
      // Before its hello nobody hears it: the hello begins again, and so does that of a frame that was reloaded.
      const heard = link.post({ t: 'open', variantId: view.ref.skuId, lineItemProperties: properties ?? null });
      if (heard) void customer.then((data) => link.post({ t: 'customer', data }));
    };
    restorePage = show(dialog);
    begin();
  };
  return { query, open, end };
}

/** One checkout at a time: loaded when the shopper is about to want it, shown when they do, gone when they close it. */
export function createCheckout(deps: CheckoutDeps): PlacementDeps['onInterest'] {
  let current: Checkout | undefined;

  return (placement, { t, view, texts }) => {
    if (view.fault) return emitFailed(placement, view.fault);
    const query = deps.query(placement.options);
    if (current?.query !== query) {
      current?.end();
      const onEnd = () => {
        current = undefined;
      };
      current = loadCheckout(deps, { query, texts, onEnd });
    }
    if (t === 'click') current?.open(placement, view);
  };
}
