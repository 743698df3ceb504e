import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts.ts';
import { Glyph } from './glyph.tsx';

export type ModalProps = {
  title: string;
  onClose: () => void;
  /** A form of several fields is wider than a question. */
  wide?: boolean;
  /** Holds what is shown once: a press beside it does not close it. */
  firm?: boolean;
  children: ComponentChildren;
};

/** A window before the page. The browser keeps the focus in it, and gives it back where it was. */
export function Modal({ title, onClose, wide, firm, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={`modal${wide ? ' modal--wide' : ''}`}
      aria-labelledby={id}
      onClose={onClose}
      // The backdrop belongs to the dialog; a press on it is not one on its content.
      onPointerDown={(event) => !firm && event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div class="modal__content">
        <div class="modal__head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t('close')} onClick={() => dialog.current?.close()}>
            <Glyph name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at the end of a window. */
export function ModalActions({ children }: { children: ComponentChildren }) {
  return <div class="modal__actions">{children}</div>;
}
