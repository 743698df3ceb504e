import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { useMe } from '../../requests/where.ts';
import { LANGUAGE_NAMES, t } from '../../texts.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';

export function ProfileCard() {
  const { staff } = useMe();
  const [name, setName] = useState(staff.name);
  const [language, setLanguage] = useState(staff.language in LANGUAGE_NAMES ? staff.language : 'en');
  const sending = useSending();
  const save = async () => {
    const saved = await sending.send(async () => {
      await call('PATCH', 'me', { name, language });
      await readSession();
    });
    if (saved) say(t('saved'));
  };
  return (
    <Card title={t('account.profile')}>
      <Form onSubmit={save}>
        {sending.fault && sending.fault.param !== 'name' && <FaultNotice fault={sending.fault} />}
        <Input
          id="name"
          label={t('field.name')}
          value={name}
          autoComplete="name"
          fault={sending.fault}
          onValue={setName}
        />
        <Choice
          id="language"
          label={t('field.language')}
          value={language}
          options={Object.entries(LANGUAGE_NAMES).map(([value, text]) => ({ value, text }))}
          onValue={setLanguage}
        />
        <Button type="submit" busy={sending.busy}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
