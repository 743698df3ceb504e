import type { MeAnswer } from '../../../../protocol/schema/portal-api.ts';
import { call, change, readSession } from '../../requests/session.ts';
import { useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { LANGUAGE_NAMES, t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

type Me = MeAnswer['data'];

const readMe = () => call<Me>('GET', 'me');

export function ProfileCard() {
  const loaded = useData('account/me', readMe);
  return (
    <Card title={t('account.profile')}>
      <Shown of={loaded}>{(me) => <Profile me={me} reload={loaded.reload} />}</Shown>
    </Card>
  );
}

function Profile({ me, reload }: { me: Me; reload: () => Promise<void> }) {
  const form = useForm({
    of: me,
    values: ({ name, language }) => ({ name, language: language in LANGUAGE_NAMES ? language : 'en' }),
    read: readMe,
    save: async (body, { header }) => {
      await change('me', body, header);
      await Promise.all([reload(), readSession()]);
    },
    said: t('saved'),
  });
  return (
    <FormView form={form} submit={t('save')}>
      <Input {...form.field('name')} label={t('field.name')} autoComplete="name" required />
      <Choice
        {...form.field('language')}
        label={t('field.language')}
        options={Object.entries(LANGUAGE_NAMES).map(([value, text]) => ({ value, text }))}
      />
    </FormView>
  );
}
