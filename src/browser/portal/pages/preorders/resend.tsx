import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { mailName } from '../mails/parts.tsx';
import { type Mail, sendAgain, useMails } from '../mails/reads.ts';

/** Sends a mail of the pre-order once more, for a shopper who did not get it or has lost it. */
export function ResendWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const list = useMails({ preorder: preorder.reference });
  return (
    <Modal title={t('preorder.resend')} onClose={onClose}>
      <Shown of={list.first}>
        {({ data }) =>
          data.length === 0 ? (
            <>
              <p>{t('resend.none')}</p>
              <ModalActions>
                <Button kind="secondary" onPress={onClose}>
                  {t('close')}
                </Button>
              </ModalActions>
            </>
          ) : (
            <Choose mails={data} email={preorder.contact?.email ?? ''} onClose={onClose} />
          )
        }
      </Shown>
    </Modal>
  );
}

type ChooseProps = { mails: readonly Mail[]; email: string; onClose: () => void };

function Choose({ mails, email, onClose }: ChooseProps) {
  const { data: store } = useStoreSettings();
  // Most often it is the confirmation that somebody asks for.
  const [chosen, setChosen] = useState((mails.find(({ kind }) => kind === 'placed') ?? mails[0])?.id ?? '');
  const sending = useSending();
  const resend = async () => {
    if (!(await sending.send(() => sendAgain(chosen)))) return;
    say(t('mail.again.done'));
    onClose();
  };
  return (
    <Form onSubmit={resend}>
      <Radios
        name="mail"
        label={t('resend.which', { email })}
        value={chosen}
        options={mails.map(({ id, kind, state, sent_at, created_at }) => ({
          value: id,
          text: mailName(kind),
          hint: `${t(`mail.state.${state}`)} · ${moment(sent_at ?? created_at, store?.time_zone)}`,
        }))}
        onValue={setChosen}
      />
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={sending.busy}>
          {t('resend.button')}
        </Button>
      </ModalActions>
    </Form>
  );
}
