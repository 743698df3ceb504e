import { Notice } from '../../../ui/notice.tsx';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Check } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import type { KnownPerson } from './known.ts';

type EraseProps = { known: KnownPerson; onErased: () => void; onClose: () => void };

/** Says what goes and what stays, and erases a person once their address is typed. */
export function EraseWindow({ known: { email, plan }, onErased, onClose }: EraseProps) {
  const owes = plan.open_preorders.length > 0;
  const waits = plan.withdrawals.some(({ state }) => state === 'declared');
  const hasOpen = owes || waits;
  const form = useForm({
    values: () => ({ 'open-too': false, 'typed-email': '' }),
    check: (typed) => ({
      'open-too': !typed['open-too'] && t('people.erase.open.needed'),
      'typed-email': typed['typed-email'].trim().toLowerCase() !== email.toLowerCase() && t('people.erase.typed.wrong'),
    }),
    save: async () => {
      const body = { email, ...(hasOpen && { open_too: true }) };
      bodyOf(await api.POST('/admin/api/v1/people/erase', { body }));
      changed(keyOf('preorders'));
    },
    done: onErased,
  });
  const { length: count } = plan.open_preorders;
  return (
    <FormWindow
      title={t('people.erase.title', { email })}
      form={form}
      submit={t('people.erase.button')}
      kind="danger"
      onClose={onClose}
      wide
    >
      <Points plan={plan} />
      {hasOpen && (
        <Notice
          kind="warning"
          title={
            owes
              ? t('people.erase.open', { count, references: plan.open_preorders.join(', ') })
              : t('people.erase.withdrawal')
          }
        >
          {owes && <p>{t('people.erase.open.text')}</p>}
          {waits && <p>{t('people.erase.withdrawal.text')}</p>}
          <Check {...form.field('open-too')} label={t('people.erase.open.too')} />
        </Notice>
      )}
      <Input {...form.field('typed-email')} label={t('act.type', { product: email })} autoComplete="off" />
    </FormWindow>
  );
}

function Points({ plan }: Pick<KnownPerson, 'plan'>) {
  const { preorders, checkouts, withdrawals, mail_files: mails, order_files: orders } = plan;
  const files = mails.length + orders.length;
  return (
    <ul class="points">
      {preorders.length > 0 && <li>{t('people.erase.preorders', { count: preorders.length })}</li>}
      {checkouts.length > 0 && <li>{t('people.erase.checkouts', { count: checkouts.length })}</li>}
      {withdrawals.length > 0 && <li>{t('people.erase.withdrawals', { count: withdrawals.length })}</li>}
      {files > 0 && <li>{t('people.erase.files', { count: files })}</li>}
      <li>{t('people.erase.links')}</li>
      <li>{t('people.erase.elsewhere')}</li>
    </ul>
  );
}
