import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { useSending } from '../../requests/send.ts';
import { t } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { Form } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';

type TextWindowProps = {
  title: string;
  label: string;
  hint: string;
  button: string;
  /** Sends the text. The window stays open, with what was typed, when it is refused. */
  send: (text: string) => Promise<void>;
  onSent?: () => void;
  onClose: () => void;
};

/** A window for one text. */
export function TextWindow({ title, label, hint, button, send, onSent, onClose }: TextWindowProps) {
  const [text, setText] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const submit = async () => {
    if (!(await sending.send(() => send(text)))) return;
    onSent?.();
    onClose();
  };
  return (
    <Modal title={title} onClose={onClose}>
      {fault && fault.param !== 'text' && <FaultNotice fault={fault} />}
      <Form onSubmit={submit}>
        <TextArea
          id="text"
          label={label}
          hint={hint}
          value={text}
          error={fault?.param === 'text' && <FaultText fault={fault} />}
          onValue={setText}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {button}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
