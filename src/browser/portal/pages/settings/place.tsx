import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
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
  const form = useForm({
    of: store,
    values: ({ country, time_zone, locale }) => ({ country: country ?? '', time_zone, locale }),
    read: readSettings,
    save: ({ country, ...others }, { header }) => saveSettings({ country: country || null, ...others }, header),
    said: t('saved'),
  });
  const { time_zone: zone } = form.values;
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <FormView form={form} submit={t('save')}>
      <Choice
        {...form.field('country')}
        label={t('column.country')}
        options={[{ value: '', text: t('not_set') }, ...countryOptions()]}
      />
      <Choice
        {...form.field('time_zone')}
        label={t('store.time_zone')}
        options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({ value, text: value }))}
      />
      <Input {...form.field('locale')} label={t('store.locale')} hint={t('place.locale.hint')} required />
    </FormView>
  );
}
