import type { FrameEvent, FrameType, ModalTexts, ToDialog } from '../../protocol/wire/frame-messages.ts';
import { enter, leave } from './back-entry.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
import { KEPT_MS } from './limits.ts';
import { markOwn } from './own-elements.ts';
import { emitFailed } from './placement.ts';
import type { Placement } from './placement-type.ts';

export type ModalRequest<Incoming> = {
  type: FrameType;
  query: string;
  texts: ModalTexts;
  /** CSS declarations for the panel's size and round corners. */
  style: string;
  /** The reason in `PlacementFailed` when the document does not load. */
  reason: string;
  /** The closed dialog keeps its frame, with what was typed in it. */
  keeps?: true;
  /** Called for each document while the dialog is shown. */
  onHello?(): void;
  onMessage?(message: Exclude<Incoming, FrameEvent>): void;
  onEnd(): void;
};

export type Modal = {
  link: FrameLink<ToDialog>;
  /**
   * Shows the dialog over the page, and returns false if it was shown already. When it closes, the focus returns to
   * `opener`. The browser's Forward then calls `again`.
   */
  show(opener: Placement, again: () => void): boolean;
  /** Removes the dialog at once. */
  end(): void;
};

// The dialog covers and dims the page; the frame is a panel in its middle. Until the frame says hello, a note covers the
// dialog, and a tap anywhere on it closes the dialog: a phone has no Escape key.
const DIALOG_STYLE = 'inset:0;min-width:100%;min-height:100%;padding:0;border:0;background:#000a';
const FRAME_STYLE = 'position:absolute;inset:0;margin:auto;';
const NOTE_STYLE = 'width:100%;height:100vh;border:0;background:0;color:#fff;font:16px system-ui';

// A sheet of our own, because a router may copy the page's markup, with an attribute that locks it.
const lock = new CSSStyleSheet();

/** Stops the page from scrolling and keeps its width where the scrollbar takes room. */
function holdPage(): void {
  const gutter = innerWidth > document.documentElement.clientWidth ? ';scrollbar-gutter:stable!important' : '';
  lock.replaceSync(`:root{overflow:hidden!important${gutter}}`);
}

const dialogs = new Map<Element, () => void>();

/** Ends the dialogs that the page has taken away, for example with its whole body. */
export function endRemoved(): void {
  for (const [dialog, end] of dialogs) dialog.isConnected || end();
}

/** Returns a dialog with the note in it. */
function createDialog({ title, loading }: ModalTexts): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  const note = document.createElement('button');
  markOwn(dialog);
  dialog.style.cssText = DIALOG_STYLE;
  dialog.ariaLabel = title;
  note.style.cssText = NOTE_STYLE;
  note.textContent = loading;
  note.onclick = () => dialog.close();
  dialog.append(note);
  document.body.append(dialog);
  document.adoptedStyleSheets.push(lock);
  return dialog;
}

/** Loads a frame into a dialog and leaves it hidden until `show`. */
export function createModal<Incoming extends { t: string }>(request: ModalRequest<Incoming>): Modal {
  const dialog = createDialog(request.texts);
  const note = dialog.firstChild as HTMLElement;
  let opener: Placement | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const link = openFrame<Incoming, ToDialog>({
    ...request,
    into: dialog,
    style: FRAME_STYLE + request.style,
    allow: 'payment *;publickey-credentials-get *',
    onHello() {
      note.remove();
      link.frame.focus();
      if (dialog.open) request.onHello?.();
    },
    onMessage(message) {
      if (message.t === 'close') dialog.close();
      else request.onMessage?.(message);
    },
    onSilence() {
      if (!opener) return end(); // only preloaded: a click tries again
      note.textContent = request.texts.failed;
      emitFailed(opener, request.reason);
    },
  });
  const hide = (goesBack: boolean) => {
    lock.replaceSync('');
    leave(link, goesBack);
  };
  const end = () => {
    dialogs.delete(dialog);
    clearTimeout(timer);
    if (dialog.open) hide(dialog.isConnected);
    link.end();
    dialog.remove();
    request.onEnd();
  };
  dialogs.set(dialog, end);
  dialog.onclose = () => {
    hide(true);
    if (request.keeps && !note.isConnected) timer = setTimeout(end, KEPT_MS);
    else end();
    // Without this the browser would focus the page itself where the dialog's frame is gone.
    opener?.link.frame.focus({ preventScroll: true });
  };
  return {
    link,
    show(placement, again) {
      enter(link, again);
      if (dialog.open) return false;
      clearTimeout(timer);
      opener = placement;
      holdPage();
      dialog.showModal();
      return true;
    },
    end,
  };
}
