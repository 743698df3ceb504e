import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Fault } from '../../requests/fault.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import type { Known } from './known.ts';

type EraseProps = { known: Known; onErased: () => void; onClose: () => void };

/** Says what goes and what stays, and erases a person once their address is typed. */
export function EraseWindow({ known: { email, plan }, onErased, onClose }: EraseProps) {
  const [typed, setTyped] = useState('');
  const [openToo, setOpenToo] = useState(false);
  const [asked, setAsked] = useState(false);
  const sending = useSending();
  const hasOpen = plan.open_preorders.length > 0;
  const lacksTick = hasOpen && !openToo;
  const isOther = typed.trim().toLowerCase() !== email.toLowerCase();
  const erase = async () => {
    setAsked(true);
    if (lacksTick || isOther) return;
    const done = await sending.send(async () => {
      const body = { email, ...(hasOpen && { open_too: true }) };
      bodyOf(await api.POST('/admin/api/v1/people/erase', { body }));
    });
    if (!done) return;
    changed(keyOf('preorders'));
    onErased();
  };
  return (
    <Modal title={t('people.erase.title', { email })} onClose={onClose} wide>
      <Points plan={plan} />
      <Form onSubmit={erase}>
        {hasOpen && (
          <Notice
            kind="warning"
            title={t('people.erase.open', {
              count: plan.open_preorders.length,
              references: plan.open_preorders.join(', '),
            })}
          >
            <p>{t('people.erase.open.text')}</p>
            <CheckField
              id="open-too"
              checked={openToo}
              error={asked && lacksTick ? t('people.erase.open.needed') : undefined}
              onChecked={setOpenToo}
            >
              {t('people.erase.open.too')}
            </CheckField>
          </Notice>
        )}
        <Input
          id="typed-email"
          label={t('act.type', { product: email })}
          value={typed}
          autoComplete="off"
          fault={asked && !lacksTick && isOther ? OTHER() : undefined}
          onValue={setTyped}
        />
        {sending.fault && <FaultNotice fault={sending.fault} />}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="danger" busy={sending.busy}>
            {t('people.erase.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}

const OTHER = (): Fault => ({
  code: 'invalid_parameter',
  text: t('people.erase.typed.wrong'),
  param: 'typed-email',
  data: undefined,
  requestId: undefined,
});

function Points({ plan }: Pick<Known, 'plan'>) {
  const { preorders, checkouts, mail_files: mails, order_files: orders } = plan;
  const files = mails.length + orders.length;
  return (
    <ul class="points">
      {preorders.length > 0 && <li>{t('people.erase.preorders', { count: preorders.length })}</li>}
      {checkouts.length > 0 && <li>{t('people.erase.checkouts', { count: checkouts.length })}</li>}
      {files > 0 && <li>{t('people.erase.files', { count: files })}</li>}
      <li>{t('people.erase.links')}</li>
      <li>{t('people.erase.elsewhere')}</li>
    </ul>
  );
}
