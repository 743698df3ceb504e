import type { DialogType, FromDialog, ModalTexts, ToDialog } from '../../protocol/wire/frame-messages.ts';
import { enter, leave, reopen, shown } from './back-entry.ts';
import { emitFailed } from './events.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
import { KEPT_MS } from './limits.ts';
import { markOwn } from './own-elements.ts';
import type { Placement } from './placement-type.ts';

export type DialogLink = FrameLink<ToDialog>;

export type Modal = {
  query: string;
  /**
   * Shows the dialog over the page, and returns false if it was shown already. When it closes, the focus returns to `opener`. The
   * browser's Forward then calls `again`, and learn-more's button `order`.
   */
  show(opener: Placement, again: () => void, order: () => void): boolean;
  link: DialogLink;
  /** Called for each document that the frame loads while the dialog is shown. */
  begin?(): void;
  /** Removes the dialog at once. */
  end(): void;
};

// The dialog covers and dims the page; the frame says in its hello where in it its panel is. Until then, a note covers the
// dialog: what happens, and below it what closes the dialog, since a phone has no Escape key. Once the frame has failed, a tap on
// the upper half tries again.
const DIALOG_STYLE = 'inset:0;min-width:100%;min-height:100%;padding:0;border:0;background:#000a;color:#fff';
const FRAME_STYLE = 'position:absolute;inset:0;margin:auto;width:100%;height:100%';
const NOTE_STYLE = 'width:100%;height:46vh;border:0;background:0;color:inherit;font:16px system-ui';
// Where the frame has failed, the dialog looks as browsers show one: a sheet with the note on it, as wide as the checkout.
const FAILED_STYLE = 'border:0;width:992px';

const GUTTER = ';scrollbar-gutter:stable!important';

// A sheet of our own, because a router may copy the page's markup, with an attribute that locks it.
const lock = new CSSStyleSheet();
document.adoptedStyleSheets.push(lock);

/** Stops the page from scrolling and keeps its width where the scrollbar takes room. */
function holdPage(): void {
  lock.replaceSync(
    `:root{overflow:hidden!important${innerWidth > document.documentElement.clientWidth ? GUTTER : ''}}`,
  );
}

function hide(link: DialogLink, goesBack: boolean): void {
  lock.replaceSync('');
  leave(link, goesBack);
}

const isCard = (type: DialogType) => type === 'learn-more';

const modals: Partial<Record<DialogType, Modal>> = {};

/** Ends the dialogs that the page has taken away, for example with its whole body. */
export function endRemoved(): void {
  for (const modal of Object.values(modals)) modal.link.frame.isConnected || modal.end();
}

/**
 * Returns a dialog with the note in it, and the button that closes it. Until the frame fails, the note closes it too; the second click
 * of the double click that has opened it does not.
 */
function createDialog({ title, loading, close }: ModalTexts): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  markOwn(dialog);
  dialog.style.cssText = DIALOG_STYLE;
  dialog.ariaLabel = title;
  document.body.append(dialog);
  for (const text of [loading, close]) {
    const button = document.createElement('button');
    button.style.cssText = NOTE_STYLE;
    button.textContent = text;
    button.onclick = ({ detail }) => detail > 1 || dialog.close();
    dialog.append(button);
  }
  return dialog;
}

/** Says that the dialog did not load. It is tried again by a tap on the note, and when the browser is back online. */
function offerRetry(note: HTMLElement, text: string, retry: () => void): void {
  const again = () => note.isConnected && retry();
  note.textContent = text;
  note.onclick = again;
  addEventListener('online', again);
}

/** Returns the one modal of a type, with the document of the query. */
export function modalOf(type: DialogType, query: string, texts: ModalTexts): Modal {
  if (modals[type]?.query !== query) {
    modals[type]?.end();
    modals[type] = createModal(type, query, texts);
  }
  return modals[type];
}

/** Loads a frame into a dialog and leaves it hidden until `show`. */
function createModal(type: DialogType, query: string, texts: ModalTexts): Modal {
  const dialog = createDialog(texts);
  const [note, close] = [...dialog.children] as [HTMLElement, HTMLElement];
  let opener: Placement | undefined;
  let order: () => void;
  let timer: ReturnType<typeof setTimeout>;
  const link: DialogLink = openFrame<FromDialog, ToDialog>({
    type,
    query,
    into: dialog,
    style: FRAME_STYLE,
    allow: 'payment *;publickey-credentials-get *',
    onHello({ panel }) {
      // A frame without a panel adds a word that is no declaration.
      link.frame.style.cssText += panel;
      note.remove();
      close.remove();
      link.frame.focus();
      // The browser may load the document again on its way forward: what Back asked the one before is lost with it.
      if (dialog.open) shown === link ? modal.begin?.() : dialog.close();
    },
    onMessage: ({ t }) => (t === 'close' ? dialog.close() : t === 'order' && end(order)),
    onSilence() {
      if (!opener) return end(); // only preloaded: a click tries again
      dialog.style.cssText = FAILED_STYLE;
      offerRetry(note, texts.failed, () => end(reopen));
      emitFailed(opener, `${isCard(type) ? 'learn_more' : 'checkout'}_unavailable`);
    },
  });
  const end = (next?: () => void) => {
    delete modals[type];
    clearTimeout(timer);
    if (dialog.open) hide(link, dialog.isConnected);
    link.end();
    dialog.remove();
    next?.();
  };
  dialog.onclose = () => {
    if (dialog.open) return; // A busy browser tells of it late: Forward may have shown the dialog again.
    hide(link, true);
    // The closed checkout keeps its frame, with what was typed in it.
    timer = setTimeout(end, isCard(type) || note.isConnected ? 0 : KEPT_MS);
    // Without this the browser would focus the page itself where the dialog's frame is gone.
    opener?.link.frame.focus({ preventScroll: true });
  };
  const modal: Modal = {
    query,
    link,
    show(placement, again, onOrder) {
      enter(link, again);
      if (dialog.open) return false;
      clearTimeout(timer);
      opener = placement;
      order = onOrder;
      holdPage();
      dialog.showModal();
      return true;
    },
    end,
  };
  return modal;
}
