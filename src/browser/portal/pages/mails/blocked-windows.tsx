import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Radios } from '../../ui/radios.tsx';
import { allow, block } from './reads.ts';

const REASONS = ['bounced', 'complained'] as const;

/** Blocks an address: its person asked for no more mails, or mails to it come back. */
export function BlockWindow({ onClose }: { onClose: () => void }) {
  const form = useForm({
    values: (): { email: string; reason: (typeof REASONS)[number] } => ({ email: '', reason: 'bounced' }),
    save: ({ email, reason }) => block(email, reason),
    said: t('blocked.add.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('blocked.add')}
      text={t('blocked.add.text')}
      form={form}
      submit={t('blocked.add.button')}
      onClose={onClose}
    >
      <EmailInput {...form.field('email')} />
      <Radios
        {...form.field('reason')}
        label={t('blocked.why')}
        options={REASONS.map((value) => ({
          value,
          text: t(`blocked.reason.${value}`),
          hint: t(`blocked.reason.${value}.text`),
        }))}
      />
    </FormWindow>
  );
}

/** Allows mails to an address again. The list knows it only as a print, so it is typed, or taken from its pre-order. */
export function AllowWindow({ reference, onClose }: { reference: string | undefined; onClose: () => void }) {
  const known = useEmailOf(reference);
  const form = useForm({
    of: known,
    values: (email) => ({ email }),
    save: async ({ email }) => {
      const unknown = `${t('blocked.allow.unknown')} ${t('blocked.allow.unknown.text')}`;
      if (!(await allow(email))) throw Object.assign(new Error(unknown), { code: 'not_blocked', param: 'email' });
    },
    said: t('blocked.allow.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('blocked.allow.title')}
      text={t('blocked.allow.text')}
      form={form}
      submit={t('blocked.allow.button')}
      onClose={onClose}
    >
      <EmailInput {...form.field('email')} />
    </FormWindow>
  );
}

/** The address of a pre-order's shopper; empty for staff who may not see it. */
function useEmailOf(reference: string | undefined): string {
  const { data } = useData(keyOf(`preorders/${reference}`), async () => {
    if (reference === undefined) return undefined;
    const params = { path: { reference } };
    return bodyOf(await api.GET('/admin/api/v1/preorders/{reference}', { params })).data;
  });
  return data?.contact?.email ?? '';
}

type EmailInputProps = { id: string; value: string; onValue: (value: string) => void };

function EmailInput(props: EmailInputProps) {
  return <Input type="email" label={t('contact.email')} autoComplete="off" maxLength={254} required {...props} />;
}
