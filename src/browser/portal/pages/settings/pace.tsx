import type { PaymentAccount } from '../../requests/kinds.ts';
import { readAccount } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';

type PaceProps = { account: PaymentAccount; onChanged: (account: PaymentAccount) => void };

/** How many calls a second the service makes with the account: a large launch may have more, once the provider allows them. */
export function Pace({ account, onChanged }: PaceProps) {
  const form = useForm({
    of: account,
    values: ({ calls_per_second: pace }) => ({ pace: `${pace ?? ''}` }),
    read: readAccount,
    at: (fault) =>
      fault.param?.includes('calls_per_second')
        ? { ...fault, param: 'pace', text: t('pace.wrong'), said: undefined }
        : fault,
    save: async ({ pace }, { header }) => {
      // What is no number is refused by the service, like a number that is too large.
      const calls = pace.trim() === '' ? null : /^\d+$/.test(pace.trim()) ? Number(pace) : 0;
      const request = { params: { header }, body: { calls_per_second: calls } };
      onChanged(bodyOf(await api.PUT('/admin/api/v1/payments/pace', request)).data);
    },
    said: t('saved'),
  });
  return (
    <Card title={t('pace.title')} hint={t('pace.text')}>
      <FormView form={form} submit={t('save')}>
        <Input
          {...form.field('pace')}
          inputMode="numeric"
          label={t('pace.label')}
          hint={t('pace.hint')}
          autoComplete="off"
        />
      </FormView>
    </Card>
  );
}
