import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { saveSettings } from './save.ts';

/** The pages that may show the checkout. */
export function Pages({ store: { origins, mode } }: { store: Store }) {
  const mayWrite = useScopes()('store:write');
  const [typed, setTyped] = useState('');
  const sending = useSending();
  const save = async (changed: string[]) => {
    if (!(await sending.send(() => saveSettings({ origins: changed })))) return;
    setTyped('');
    say(t('saved'));
  };
  return (
    <Card title={t('settings.origins')} hint={t(mode === 'test' ? 'settings.origins.test' : 'settings.origins.live')}>
      {origins.length === 0 ? (
        <Empty title={t('settings.origins.none')}>
          <p>{t(mode === 'test' ? 'settings.origins.none.test' : 'settings.origins.none.live')}</p>
        </Empty>
      ) : (
        <ul class="rows">
          {origins.map((origin) => (
            <li key={origin} class="rows__row">
              <code>{origin}</code>
              {mayWrite && (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => void save(origins.filter((one) => one !== origin))}
                >
                  {t('remove')}
                  <span class="visually-hidden"> {origin}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {sending.fault && <FaultNotice fault={sending.fault} />}
      {mayWrite && (
        <Form onSubmit={() => save([...origins, typed.trim()])}>
          <div class="searcher">
            <Input
              id="origin"
              type="url"
              label={t('settings.origins.add')}
              value={typed}
              placeholder="https://www.example.com"
              onValue={setTyped}
            />
            <Button type="submit" kind="secondary" busy={sending.busy}>
              {t('add')}
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
