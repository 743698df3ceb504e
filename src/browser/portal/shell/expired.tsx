import { useEffect, useId, useRef } from 'preact/hooks';
import { SignInForm } from '../pages/sign-in/form.tsx';
import { useMe } from '../requests/where.ts';
import { t } from '../texts.ts';

/** Asks for the password again over the page, so that what was typed into it is still there. */
export function Expired() {
  const { staff } = useMe();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="modal" aria-labelledby={id} onCancel={(event) => event.preventDefault()}>
      <div class="modal__content">
        <div class="modal__head">
          <h2 id={id}>{t('expired.title')}</h2>
        </div>
        <p class="muted">{t('expired.text')}</p>
        <SignInForm email={staff.email} />
      </div>
    </dialog>
  );
}
