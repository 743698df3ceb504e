import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { t } from '../../texts.ts';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { Facts } from '../../ui/facts.tsx';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { saveSettings } from './save.ts';

/** Where the store is, and in which language and time it lives. */
export function Place({ store, mayWrite }: { store: Store; mayWrite: boolean }) {
  return (
    <Card title={t('place.title')} hint={t('place.text')}>
      {mayWrite ? (
        <Editor store={store} />
      ) : (
        <Facts
          facts={[
            [t('column.country'), store.country === null ? t('not_set') : countryName(store.country)],
            [t('store.time_zone'), store.time_zone],
            [t('store.locale'), store.locale],
          ]}
        />
      )}
    </Card>
  );
}

function Editor({ store }: { store: Store }) {
  const [country, setCountry] = useState(store.country ?? '');
  const [zone, setZone] = useState(store.time_zone);
  const [locale, setLocale] = useState(store.locale);
  const sending = useSending();
  const { fault } = sending;
  const save = async () => {
    const changes = { country: country === '' ? null : country, time_zone: zone, locale };
    if (await sending.send(() => saveSettings(changes))) say(t('saved'));
  };
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <Form onSubmit={save}>
      {fault && fault.param !== 'locale' && <FaultNotice fault={fault} />}
      <Choice
        id="country"
        label={t('column.country')}
        value={country}
        options={[{ value: '', text: t('not_set') }, ...countryOptions()]}
        onValue={setCountry}
      />
      <Choice
        id="time_zone"
        label={t('store.time_zone')}
        value={zone}
        options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({ value, text: value }))}
        onValue={setZone}
      />
      <Input
        id="locale"
        label={t('store.locale')}
        hint={t('place.locale.hint')}
        value={locale}
        fault={fault}
        onValue={setLocale}
      />
      <Button type="submit" busy={sending.busy}>
        {t('save')}
      </Button>
    </Form>
  );
}
