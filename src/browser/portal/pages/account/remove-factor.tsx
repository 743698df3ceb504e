import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { changed } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';

type RemoveFactorProps = {
  title: string;
  /** What is removed, as a path of the portal's API. */
  path: string;
  text?: string;
  /** The password is all that is asked for afterwards. */
  isLast: boolean;
  onClose: () => void;
};

/** Says what removing an app or a passkey means, and removes it. */
export function RemoveFactor({ title, path, text, isLast, onClose }: RemoveFactorProps) {
  const sending = useSending();
  const remove = async () => {
    const done = await sending.send(async () => {
      await call('DELETE', path);
      await readSession();
      changed('account/');
    });
    if (!done) return;
    say(t('factors.removed'));
    onClose();
  };
  return (
    <Modal title={title} onClose={onClose}>
      {text && <p>{text}</p>}
      <p>{t(isLast ? 'factors.remove.last' : 'factors.remove.more')}</p>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button kind="danger" busy={sending.busy} onPress={() => void remove()}>
          {t('factors.remove')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
