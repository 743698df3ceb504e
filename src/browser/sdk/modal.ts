import type { FrameEvent, FrameType, ModalTexts } from '../../protocol/wire/frame-messages.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
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
  onHello?(): void;
  onMessage?(message: Exclude<Incoming, FrameEvent>): void;
  onEnd(): void;
};

export type Modal<Outgoing> = {
  link: FrameLink<Outgoing>;
  /** Shows the dialog over the page. When it closes, the focus returns to `opener`. */
  show(opener: Placement): void;
  /** Removes the dialog at once. */
  end(): void;
};

// The dialog covers and dims the page; the frame is a panel in its middle. Until the frame says hello, a note covers the
// dialog, and a tap anywhere on it closes the dialog: a phone has no Escape key.
const DIALOG_STYLE = 'inset:0;min-width:100%;min-height:100%;padding:0;border:0;background:#000a';
const FRAME_STYLE = 'position:absolute;inset:0;margin:auto;';
const NOTE_STYLE = 'width:100%;height:100vh;border:0;background:0;color:#fff;font:16px system-ui';

/**
 * Stops the page from scrolling and keeps its width where the scrollbar takes room. Returns a function that restores the
 * page.
 */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  return () => Object.assign(style, { overflow, scrollbarGutter });
}

/** Loads a frame into a dialog and leaves it hidden until `show`. */
export function createModal<Incoming extends { t: string }, Outgoing>(
  request: ModalRequest<Incoming>,
): Modal<Outgoing> {
  const dialog = document.createElement('dialog');
  dialog.style.cssText = DIALOG_STYLE;
  dialog.ariaLabel = request.texts.title;
  const note = document.createElement('button');
  note.style.cssText = NOTE_STYLE;
  note.textContent = request.texts.loading;
  note.onclick = () => dialog.close();
  dialog.append(note);
  document.body.append(dialog);
  let opener: Placement | undefined;
  let restorePage = () => {};
  const link = openFrame<Incoming, Outgoing>({
    ...request,
    into: dialog,
    style: FRAME_STYLE + request.style,
    allow: 'payment *;publickey-credentials-get *',
    onHello() {
      note.remove();
      link.frame.focus();
      request.onHello?.();
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
  const end = () => {
    restorePage();
    link.end();
    dialog.remove();
    request.onEnd();
  };
  dialog.onclose = () => {
    end();
    // Without this the browser would focus the page itself, because the dialog's frame is gone.
    opener?.link.frame.focus({ preventScroll: true });
  };
  return {
    link,
    show(placement) {
      opener = placement;
      restorePage = holdPage();
      dialog.showModal();
    },
    end,
  };
}
