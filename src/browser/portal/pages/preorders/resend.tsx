import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormWindow } from '../../ui/form-window.tsx';
import { moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { mailName } from '../mails/parts.tsx';
import { type Mail, sendAgain, useMails } from '../mails/reads.ts';

type ResendProps = { preorder: PreorderDetail; onClose: () => void };

/** Sends a mail of the pre-order once more, for a shopper who did not get it or has lost it. */
export function ResendWindow({ preorder, onClose }: ResendProps) {
  const { first } = useMails({ preorder: preorder.reference });
  if (first.data && first.data.data.length > 0) {
    return <Choose mails={first.data.data} preorder={preorder} onClose={onClose} />;
  }
  return (
    <Modal title={t('preorder.resend')} onClose={onClose}>
      <Shown of={first}>{() => <p>{t('resend.none')}</p>}</Shown>
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('close')}
        </Button>
      </ModalActions>
    </Modal>
  );
}

function Choose({ mails, preorder: { contact }, onClose }: ResendProps & { mails: readonly Mail[] }) {
  const { data: store } = useStoreSettings();
  const form = useForm({
    // Most often it is the confirmation that somebody asks for.
    values: () => ({ mail: (mails.find(({ kind }) => kind === 'placed') ?? mails[0])?.id ?? '' }),
    save: ({ mail }) => sendAgain(mail),
    said: t('mail.again.done'),
    done: onClose,
  });
  return (
    <FormWindow title={t('preorder.resend')} form={form} submit={t('resend.button')} onClose={onClose}>
      <Radios
        {...form.field('mail')}
        label={t('resend.which', { email: contact?.email ?? '' })}
        options={mails.map(({ id, kind, state, sent_at, created_at }) => ({
          value: id,
          text: mailName(kind),
          hint: `${t(`mail.state.${state}`)} · ${moment(sent_at ?? created_at, store?.time_zone)}`,
        }))}
      />
    </FormWindow>
  );
}
