import type { Brand } from '../../requests/kinds.ts';
import { readBrand, useStoreSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { saveBrand } from './save.ts';

/** Who the mails of the store are from, and where answers to them go. */
export function Sender({ brand }: { brand: Brand }) {
  const { data: store } = useStoreSettings();
  const form = useForm({
    of: brand,
    values: ({ sender_name, reply_to }) => ({ sender_name: sender_name ?? '', reply_to: reply_to ?? '' }),
    read: readBrand,
    save: ({ sender_name: name, reply_to: email }, { header }) =>
      saveBrand({ sender_name: name.trim() || null, reply_to: email.trim() || null }, header),
    said: t('saved'),
  });
  return (
    <Card title={t('sender.title')} hint={t('sender.text')}>
      <FormView form={form} submit={t('save')}>
        <Input
          {...form.field('sender_name')}
          label={t('sender.name')}
          hint={t('sender.name.hint')}
          placeholder={store?.name ?? ''}
        />
        <Input
          {...form.field('reply_to')}
          type="email"
          label={t('sender.reply_to')}
          hint={t('sender.reply_to.hint')}
          placeholder={store?.contact_email ?? ''}
        />
      </FormView>
    </Card>
  );
}
