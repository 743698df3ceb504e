import type { PreorderDetail } from '../../requests/kinds.ts';
import { readPreorder } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { tookOver } from './change.ts';

/** Changes where mails to the shopper go. Both addresses are told. */
export function ContactWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const { reference } = preorder;
  const form = useForm({
    of: preorder,
    values: ({ contact }) => ({ email: contact?.email ?? '' }),
    read: () => readPreorder(reference),
    save: async (body, { header }) => {
      const params = { path: { reference }, header };
      tookOver(bodyOf(await api.PUT('/admin/api/v1/preorders/{reference}/contact', { params, body })).data);
    },
    said: t('contact.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('preorder.contact')}
      text={t('contact.text')}
      form={form}
      submit={t('contact.button')}
      onClose={onClose}
    >
      <Input
        {...form.field('email')}
        type="email"
        label={t('contact.email')}
        autoComplete="off"
        maxLength={254}
        required
      />
    </FormWindow>
  );
}
