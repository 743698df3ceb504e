import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, setData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';

const DECIMALS = [0, 1, 2, 3];
// An amount of which every number of decimals is another price.
const UNITS = 12_900;

/** Asks how many decimals the amounts of a store have, while the service does not know it: only the merchant does. */
export function Decimals({ store, mayWrite }: { store: Store; mayWrite: boolean }) {
  const form = useForm({
    values: () => ({ decimals: '' }),
    check: ({ decimals }) => ({ decimals: decimals === '' && t('decimals.choose') }),
    save: async ({ decimals }) => {
      const body = { decimals: Number(decimals) };
      setData(keyOf('store'), bodyOf(await api.POST('/admin/api/v1/store/decimals', { body })).data);
      changed(keyOf(''));
    },
    said: t('saved'),
  });
  if (store.currency_digits !== null) return null;
  return (
    <Card title={t('decimals.title', { currency: store.currency })}>
      <Notice kind="warning" title={t('decimals.unknown')}>
        <p>{t('decimals.unknown.text')}</p>
      </Notice>
      {mayWrite && (
        <FormView form={form} submit={t('decimals.button')}>
          <Radios
            {...form.field('decimals')}
            label={t('decimals.which', { units: `${UNITS}` })}
            options={DECIMALS.map((count) => ({
              value: `${count}`,
              text: `${(UNITS / 10 ** count).toFixed(count)} ${store.currency}`,
              hint: t('decimals.count', { count }),
            }))}
          />
        </FormView>
      )}
    </Card>
  );
}
