import { call, readSession } from '../../requests/session.ts';
import { changed } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';

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
  const remove = async () => {
    await call('DELETE', path);
    await readSession();
    changed('account/');
  };
  return (
    <AskWindow
      title={title}
      submit={t('factors.remove')}
      kind="danger"
      act={remove}
      said={t('factors.removed')}
      onClose={onClose}
    >
      {text && <p>{text}</p>}
      <p>{t(isLast ? 'factors.remove.last' : 'factors.remove.more')}</p>
    </AskWindow>
  );
}
