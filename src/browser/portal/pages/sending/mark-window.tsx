import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';

const LAST_CARRIER = 'portal.carrier';

/** The carrier that was used last in this browser: most stores have one. */
export const lastCarrier = (): string => localStorage.getItem(LAST_CARRIER) ?? '';

export const rememberCarrier = (carrier: string): void => localStorage.setItem(LAST_CARRIER, carrier);

type MarkWindowProps = { parcels: number; onMark: (carrier: string) => void; onClose: () => void };

/** Asks with which carrier the ticked parcels leave, and says what marking them means. */
export function MarkWindow({ parcels, onMark, onClose }: MarkWindowProps) {
  const form = useForm({
    free: true,
    values: () => ({ carrier: lastCarrier() }),
    save: async ({ carrier }) => carrier.trim(),
    done: (carrier) => {
      rememberCarrier(carrier);
      onClose();
      onMark(carrier);
    },
  });
  return (
    <FormWindow
      title={t('sending.mark')}
      text={t('sending.mark.text', { count: parcels })}
      form={form}
      submit={t('sending.mark.button', { count: parcels })}
      onClose={onClose}
    >
      <Input {...form.field('carrier')} label={t('send.carrier')} placeholder="DHL" hint={t('sending.carrier.hint')} />
    </FormWindow>
  );
}
