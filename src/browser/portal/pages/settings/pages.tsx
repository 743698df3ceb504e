import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { saveSettings } from './save.ts';

/** The pages that may show the checkout. */
export function Pages({ store }: { store: Store }) {
  const mayWrite = useScopes()('store:write');
  const { origins, mode } = store;
  const form = useForm({
    of: store,
    values: () => ({ origin: '', without: '' }),
    read: readSettings,
    save: ({ origin, without }, { of, header }) => {
      const kept = of.origins.filter((one) => one !== without);
      return saveSettings({ origins: origin.trim() === '' ? kept : [...kept, origin.trim()] }, header);
    },
    said: t('saved'),
  });
  const remove = (without: string) => {
    form.set({ origin: '', without });
    void form.submit();
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
                <button type="button" class="link-button" onClick={() => remove(origin)}>
                  {t('remove')}
                  <span class="visually-hidden"> {origin}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <FormView form={form} submit={t('add')} kind="secondary">
          <Input
            {...form.field('origin')}
            param="origins"
            type="url"
            label={t('settings.origins.add')}
            placeholder="https://www.example.com"
            required
          />
        </FormView>
      )}
    </Card>
  );
}
