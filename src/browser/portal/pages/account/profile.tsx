import { call, readSession } from '../../requests/session.ts';
import { useForm } from '../../requests/use-form.ts';
import { useMe } from '../../requests/where.ts';
import { LANGUAGE_NAMES, t } from '../../texts.ts';
import { Choice, Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';

export function ProfileCard() {
  const { staff } = useMe();
  const form = useForm({
    of: staff,
    values: ({ name, language }) => ({ name, language: language in LANGUAGE_NAMES ? language : 'en' }),
    save: async (body) => {
      await call('PATCH', 'me', body);
      await readSession();
    },
    said: t('saved'),
  });
  return (
    <Card title={t('account.profile')}>
      <FormView form={form} submit={t('save')}>
        <Input {...form.field('name')} label={t('field.name')} autoComplete="name" required />
        <Choice
          {...form.field('language')}
          label={t('field.language')}
          options={Object.entries(LANGUAGE_NAMES).map(([value, text]) => ({ value, text }))}
        />
      </FormView>
    </Card>
  );
}
