import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, setData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';

const DECIMALS = [0, 1, 2, 3];
// An amount of which every number of decimals is another price.
const UNITS = 12_900;

/** Asks how many decimals the amounts of a store have, while the service does not know it: only the merchant does. */
export function Decimals({ store, mayWrite }: { store: Store; mayWrite: boolean }) {
  const [chosen, setChosen] = useState<number>();
  const sending = useSending();
  if (store.currency_digits !== null) return null;
  const confirm = async () => {
    if (chosen === undefined) return document.querySelector<HTMLElement>('[name=decimals]')?.focus();
    const done = await sending.send(async () => {
      const body = { decimals: chosen };
      setData(keyOf('store'), bodyOf(await api.POST('/admin/api/v1/store/decimals', { body })).data);
    });
    if (!done) return;
    changed(keyOf(''));
    say(t('saved'));
  };
  return (
    <Card title={t('decimals.title', { currency: store.currency })}>
      <Notice kind="warning" title={t('decimals.unknown')}>
        <p>{t('decimals.unknown.text')}</p>
      </Notice>
      {mayWrite && (
        <Form onSubmit={confirm}>
          <Radios
            id="decimals"
            label={t('decimals.which', { units: `${UNITS}` })}
            value={`${chosen ?? ''}`}
            options={DECIMALS.map((count) => ({
              value: `${count}`,
              text: `${(UNITS / 10 ** count).toFixed(count)} ${store.currency}`,
              hint: t('decimals.count', { count }),
            }))}
            onValue={(value) => setChosen(Number(value))}
          />
          {sending.fault && <FaultNotice fault={sending.fault} />}
          <Button type="submit" busy={sending.busy}>
            {t('decimals.button')}
          </Button>
        </Form>
      )}
    </Card>
  );
}
