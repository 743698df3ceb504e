import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type Keeps, mayLose, useKept } from '../requests/leaving.ts';
import { t } from '../texts.ts';
import { Glyph } from './glyph.tsx';

export type ModalProps = {
  title: string;
  onClose: () => void;
  /** A form of several fields is wider than a question. */
  wide?: boolean | undefined;
  /** What would be lost if it were closed now: then somebody is asked before. */
  keeps?: Keeps | undefined;
  children: ComponentChildren;
};

const nothing = () => undefined;

/** A window before the page. The browser keeps the focus in it; afterwards it is where it was. */
export function Modal({ title, onClose, wide, keeps = nothing, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  const id = useId();
  useKept(keeps);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      isGone.current = true;
      element?.close();
      // A window that goes with what it changed has left the document by now, and the browser gives no focus back.
      if (document.activeElement === document.body) giveFocus(opener);
    };
  }, []);
  const close = async () => {
    if (await mayLose(keeps())) dialog.current?.close();
  };
  const ask = (event: Event) => {
    event.preventDefault();
    void close();
  };
  return (
    <dialog
      ref={dialog}
      class={`modal${wide ? ' modal--wide' : ''}`}
      aria-labelledby={id}
      onClose={() => isGone.current || onClose()}
      // A field for files tells in the same way that nothing was chosen.
      onCancel={(event) => event.target === event.currentTarget && ask(event)}
      // The browser lets a page refuse Esc only once: the second closes without a question.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && keeps() && ask(event)}
      // The backdrop belongs to the dialog; a press on it is not one on its content.
      onPointerDown={(event) => event.target === event.currentTarget && ask(event)}
    >
      <div class="modal__content">
        <div class="modal__head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t('close')} onClick={() => void close()}>
            <Glyph name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Gives the focus to what opened a window, or to the page if that has gone. */
function giveFocus(opener: Element | null): void {
  const element = opener?.isConnected ? opener : document.querySelector('main');
  if (element instanceof HTMLElement) element.focus();
}

/** The buttons at the end of a window. */
export function ModalActions({ children }: { children: ComponentChildren }) {
  return <div class="modal__actions">{children}</div>;
}
