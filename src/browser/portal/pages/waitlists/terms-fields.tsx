import { SWITCH_FIELDS } from '../../../../domain/waitlist-switches.ts';
import { countriesWithWithdrawal } from '../../../../domain/withdrawal-right.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import type { FormModel } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Check, Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { CountryChoice } from './country-choice.tsx';
import { EXCLUSIONS, PLANS, type Terms } from './terms.ts';
import { TextEditor } from './text-editor.tsx';

type PartProps = { form: FormModel<Terms> };

/** When shoppers pay. */
export function Payment({ form }: PartProps) {
  return (
    <>
      <Choice
        {...form.field('plan')}
        label={t('waitlist.plan')}
        options={PLANS.map((value) => ({ value, text: t(`plan.${value}`) }))}
      />
      {form.values.plan === 'deposit' && (
        <>
          <Input {...form.field('deposit')} label={t('waitlist.deposit')} hint={t('edit.deposit.hint')} required />
          <Check {...form.field('refundable')} label={t('edit.refundable')} />
          {!form.values.refundable && <WithdrawalHint terms={form.values} />}
        </>
      )}
    </>
  );
}

/** Says that the law gives the deposit back all the same. */
function WithdrawalHint({ terms }: { terms: Terms }) {
  const { data: store } = useStoreSettings();
  const goesTo = (country: string) => terms.ships_to === 'all' || terms.countries.includes(country);
  const sent = store?.shipping.filter(({ country }) => goesTo(country)) ?? [];
  if (countriesWithWithdrawal(sent).length === 0) return null;
  return <p class="muted">{t('edit.refundable.withdrawal')}</p>;
}

/** When it opens and closes by itself. */
export function Schedule({ opened, form }: PartProps & { opened: boolean }) {
  return (
    <div class="pair">
      {!opened && (
        <Input
          {...form.field('launches_at')}
          type="datetime-local"
          label={t('waitlist.launches')}
          hint={t('edit.launches.hint')}
        />
      )}
      <Input
        {...form.field('closes_at')}
        type="datetime-local"
        label={t('waitlist.closes')}
        hint={t('edit.closes.hint')}
      />
    </div>
  );
}

/** How much each shopper may have, where they live, and what they read. */
export function Shoppers({ form }: PartProps) {
  return (
    <>
      <Input
        {...form.field('limit_per_customer')}
        type="number"
        label={t('waitlist.limit')}
        hint={t('create.limit.hint')}
        min={1}
      />
      {SWITCH_FIELDS.map((field) => (
        <Check key={field} {...form.field(field)} label={t(`waitlist.${field}`)} />
      ))}
      <CountryChoice form={form} />
      <Choice
        {...form.field('exclusion')}
        label={t('waitlist.exclusion')}
        options={EXCLUSIONS.map((value) => ({ value, text: t(`exclusion.${value}`) }))}
      />
      <p class="field__hint">{t('waitlist.exclusion.hint')}</p>
      <TextEditor {...form.field('text')} />
    </>
  );
}
