import { useState } from 'preact/hooks';
import type { FactorAdded } from '../../../../protocol/schema/portal-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { once } from '../../requests/leaving.ts';
import { call, readSession } from '../../requests/session.ts';
import { useForm } from '../../requests/use-form.ts';
import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { download } from '../../ui/download.ts';
import { FormWindow } from '../../ui/form-window.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';

/** Makes new codes in place of all others, once the person has read that the others stop working. */
export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    values: () => ({}),
    save: async () => {
      const { recovery_codes } = await call<FactorAdded['data']>('POST', 'recovery-codes', {});
      await readSession();
      return recovery_codes ?? [];
    },
    done: setCodes,
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <FormWindow title={t('recovery.new.title')} form={form} submit={t('recovery.new.button')} onClose={onClose}>
      <p>{t('recovery.new.text')}</p>
    </FormWindow>
  );
}

/** Shows codes, this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { staff } = useMe();
  const heading = t('recovery.heading', { email: staff.email, host: location.host });
  const save = () =>
    download(new Blob([[heading, '', ...codes, ''].join('\n')], { type: 'text/plain' }), t('recovery.file'));
  return (
    <Modal title={t('recovery.shown')} onClose={onClose} keeps={once}>
      <Notice kind="warning" title={t('recovery.once')}>
        <p>{t('recovery.once.text')}</p>
      </Notice>
      <div class="codes">
        <p class="codes__heading">{heading}</p>
        <ul class="codes__list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div class="codes__actions">
        <CopyButton text={codes.join('\n')} label={t('recovery.copy')} />
        <Button kind="secondary" onPress={save}>
          {t('recovery.download')}
        </Button>
        <Button kind="secondary" onPress={() => print()}>
          {t('recovery.print')}
        </Button>
      </div>
      <ModalActions>
        <Button onPress={onClose}>{t('recovery.kept')}</Button>
      </ModalActions>
    </Modal>
  );
}
