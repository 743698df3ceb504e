import { type Range, SETTING_RANGES } from '../../../../domain/setting-ranges.ts';
import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { RefundLimit } from './refunds.tsx';
import { saveSettings } from './save.ts';

const CHECKOUT = [
  'hold_minutes',
  'live_holds_per_email_max',
  'live_holds_per_address_max',
  'payment_days',
  'withdrawal_undo_hours',
] as const;
const DATES = ['ask_after_days', 'answer_days'] as const;
const WITHDRAWAL = ['withdrawal_days'] as const;
const PRIVACY = ['keep_checkout_days', 'keep_preorder_days'] as const;

type Name = (typeof CHECKOUT | typeof DATES | typeof WITHDRAWAL | typeof PRIVACY)[number];

const RANGES: Record<Name, Range> = {
  hold_minutes: SETTING_RANGES.holdMinutes,
  live_holds_per_email_max: SETTING_RANGES.liveHoldsPerEmailMax,
  live_holds_per_address_max: SETTING_RANGES.liveHoldsPerAddressMax,
  payment_days: SETTING_RANGES.paymentDays,
  withdrawal_undo_hours: SETTING_RANGES.withdrawalUndoHours,
  ask_after_days: SETTING_RANGES.askAfterDays,
  answer_days: SETTING_RANGES.answerDays,
  withdrawal_days: SETTING_RANGES.withdrawalDays,
  keep_checkout_days: SETTING_RANGES.keepCheckoutDays,
  keep_preorder_days: SETTING_RANGES.keepPreorderDays,
};

const MAY_BE_EMPTY: readonly Name[] = ['keep_preorder_days', 'withdrawal_days'];

function outside({ min, max }: Range, typed: string): string | undefined {
  if (Number(typed) < min) return t('check.min', { min });
  return Number(typed) > max ? t('check.max', { max }) : undefined;
}

/** How long things wait, and how long what is known of shoppers is kept. */
export function Rules({ store }: { store: Store }) {
  return (
    <>
      <Numbers store={store} part="privacy" names={PRIVACY}>
        <Consent store={store} />
      </Numbers>
      <Numbers store={store} part="checkout" names={CHECKOUT} />
      <Numbers store={store} part="dates" names={DATES}>
        <Silence store={store} />
      </Numbers>
      <Numbers store={store} part="withdrawal" names={WITHDRAWAL}>
        <Choosing store={store} name="withdrawal_counts_from" values={['order', 'line']} />
        <Choosing store={store} name="withdrawal_for" values={['law', 'everyone']} />
        <Choosing store={store} name="return_costs" values={['shopper', 'store']} />
      </Numbers>
      <Card title={t('rules.lowest_price')}>
        <Choosing store={store} name="lowest_price" values={['law', 'always', 'never']} />
      </Card>
      <Card title={t('rules.terms_box')}>
        <Choosing store={store} name="terms_box" values={['law', 'always']} />
      </Card>
      <RefundLimit store={store} />
    </>
  );
}

type NumbersProps = { store: Store; part: string; names: readonly Name[]; children?: preact.ComponentChildren };

function Numbers({ store, part, names, children }: NumbersProps) {
  const mayWrite = useScopes()('store:write');
  const form = useForm({
    of: store,
    values: (read) => Object.fromEntries(names.map((name) => [name, `${read[name] ?? ''}`])) as Record<Name, string>,
    read: readSettings,
    // Empty is `none` where there may be none.
    save: (typed, { header }) =>
      saveSettings(
        Object.fromEntries(names.map((name) => [name, typed[name].trim() === '' ? null : Number(typed[name])])),
        header,
      ),
    said: t('saved'),
  });
  const textOf = (name: Name) => t(`rules.${name}` as PortalKey);
  return (
    <Card title={t(`rules.${part}` as PortalKey)} hint={t(`rules.${part}.text` as PortalKey)}>
      {mayWrite ? (
        <FormView form={form} submit={t('save')}>
          {names.map((name) => (
            <Input
              key={name}
              {...form.field(name)}
              inputMode="numeric"
              pattern="\s*\d*\s*"
              required={!MAY_BE_EMPTY.includes(name)}
              wrong={(typed) => outside(RANGES[name], typed)}
              label={textOf(name)}
              hint={t(`rules.${name}.hint` as PortalKey)}
            />
          ))}
        </FormView>
      ) : (
        <Facts
          facts={names.map(
            (name) =>
              [textOf(name), store[name] ?? t(name === 'withdrawal_days' ? 'rules.by_law' : 'rules.kept')] as const,
          )}
        />
      )}
      {children}
    </Card>
  );
}

/** The box in the checkout that asks for consent to marketing. */
const Consent = ({ store }: { store: Store }) => (
  <Choosing store={store} name="marketing_box" values={['off', 'ask', 'collected']} />
);

/** What it means when a shopper does not answer to a moved date. */
const Silence = ({ store }: { store: Store }) => <Choosing store={store} name="silence" values={['cancel', 'wait']} />;

type ChoosingProps<Choice> = { store: Store; name: Choice; values: readonly string[] };

type Chosen =
  | 'lowest_price'
  | 'marketing_box'
  | 'silence'
  | 'terms_box'
  | 'withdrawal_for'
  | 'withdrawal_counts_from'
  | 'return_costs';

/** A choice that is saved when it is made. */
function Choosing<Choice extends Chosen>({ store, name, values }: ChoosingProps<Choice>) {
  const mayWrite = useScopes()('store:write');
  const form = useForm({
    of: store,
    values: (read) => ({ chosen: read[name] as string }),
    read: readSettings,
    save: ({ chosen }, { header }) => saveSettings({ [name]: chosen }, header),
    said: t('saved'),
  });
  const choose = (chosen: string) => {
    if (!mayWrite) return;
    form.set({ chosen });
    void form.submit();
  };
  return (
    <FormView form={form} submit={false}>
      <Radios
        id={name}
        label={t(`rules.${name}`)}
        value={form.values.chosen}
        options={values.map((one) => ({
          value: one,
          text: t(`rules.${name}.${one}` as PortalKey),
          hint: t(`rules.${name}.${one}.text` as PortalKey),
        }))}
        onValue={choose}
      />
    </FormView>
  );
}
