import type { FrameEvent, FrameType, ModalTexts } from '../../protocol/wire/frame-messages.ts';
import { type FrameLink, openFrame } from './frame-link.ts';
import { emitFailed, type Placement } from './placement.ts';

export type ModalRequest<Incoming> = {
  type: FrameType;
  query: string;
  texts: ModalTexts;
  /** How large the panel is and where its corners are round. */
  style: string;
  /** The reason of the `PlacementFailed` when no document came. */
  reason: string;
  onHello?(): void;
  onMessage?(message: Exclude<Incoming, FrameEvent>): void;
  onEnd(): void;
};

export type Modal<Outgoing> = {
  link: FrameLink<Outgoing>;
  /** Shows it over the page; the focus returns to the placement that asked for it. */
  show(opener: Placement): void;
  /** Takes it away at once. */
  end(): void;
};

// A dialog as large as the page, which dims it. The frame is a panel in its middle. Until the frame has said hello a note
// is all over it and closes the dialog: a phone has no Escape, and a shopper taps anywhere.
const DIALOG_STYLE = 'inset:0;min-width:100%;min-height:100%;padding:0;border:0;background:#000a';
const FRAME_STYLE = 'position:absolute;inset:0;margin:auto;';
const NOTE_STYLE = 'width:100%;height:100vh;border:0;background:0;color:#fff;font:16px system-ui';

/** Keeps the page where it is, and as wide as it is where its scrollbar takes room; the result lets go of it. */
function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  return () => Object.assign(style, { overflow, scrollbarGutter });
}

/** Loads a frame into a dialog that is not shown yet. */
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
      if (!opener) return end(); // nobody has asked for it yet: a click tries anew
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
    // By itself the focus would go to the page: the frame that had it within the dialog is gone.
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
