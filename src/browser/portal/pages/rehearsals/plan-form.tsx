import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Fault } from '../../requests/fault.ts';
import type { Store, Waitlist } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { count, duration } from '../../ui/format.ts';
import { CountryParts, Parts } from './parts.tsx';
import { HOURS, type Plan, planOf, requestOf, usualPlan } from './plan.ts';
import { type Rehearsal, rehearsalsChanged } from './reads.ts';

type PlanFormProps = {
  waitlists: readonly Waitlist[];
  store: Store;
  /** The rehearsal that is run again. */
  again: Rehearsal | undefined;
};

// Behind “what shoppers do”, which is open while something in it is wrong.
const BEHAVIOUR = ['leave_percent', 'decline_percent', 'challenge_percent', 'again_percent'] as const;
const BEHIND: readonly string[] = ['quantities', 'variants', 'seed', ...BEHAVIOUR];
const isBehind = ({ param = '' }: Fault) => BEHIND.some((name) => param === name || param.startsWith(`${name}-`));

/** Asks what a launch is rehearsed with. All but the waitlist has a usual value. */
export function PlanForm(props: PlanFormProps) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const form = useForm({
    of: useState(() => planFor(props))[0],
    values: (plan) => plan,
    check: wrongNumbers,
    save: async (plan) => bodyOf(await api.POST('/admin/api/v1/rehearsals', { body: requestOf(plan) })).data,
    done: ({ id }) => {
      rehearsalsChanged();
      route(storePath(slug, `/rehearsals/${id}`));
    },
  });
  const { waitlists } = props;
  const { hours, waitlist_id: chosen } = form.values;
  return (
    <FormView form={form} submit={t('launch.button')}>
      <Choice
        {...form.field('waitlist_id')}
        label={t('waitlist.title')}
        options={waitlists.map(({ id, product, state }) => ({
          value: id,
          text: `${product.title} (${t(`waitlist.state.${state}`)})`,
        }))}
        onValue={(id) => form.set({ waitlist_id: id, variants: [] })}
      />
      <div class="pair">
        <Input
          {...form.field('shoppers')}
          inputMode="numeric"
          label={t('launch.shoppers')}
          hint={t('launch.shoppers.hint')}
        />
        <Choice
          {...form.field('hours')}
          label={t('launch.hours')}
          options={[...new Set([...HOURS, hours])].map((value) => ({
            value,
            text: duration(Number(value) * 3_600),
          }))}
        />
      </div>
      <CountryParts {...form.field('countries')} />
      <details open={form.faults.some(isBehind)}>
        <summary>{t('launch.more')}</summary>
        <div class="stack launch-more">
          <Behaviour form={form} waitlist={waitlists.find(({ id }) => id === chosen)} />
        </div>
      </details>
    </FormView>
  );
}

// The bounds of the service, which checks them once more.
const SHOPPERS_MAX = 20_000;
const SEED_MAX = 2 ** 31;

/** Says which numbers are out of bounds. */
function wrongNumbers(plan: Plan): Record<string, string | undefined> {
  const percents = BEHAVIOUR.map((name) => [name, 0, 100] as const);
  const bounds = [['shoppers', 1, SHOPPERS_MAX], ...percents, ['seed', 0, SEED_MAX]] as const;
  return Object.fromEntries(bounds.map(([name, min, max]) => [name, wrongWhole(plan[name], min, max)]));
}

function wrongWhole(typed: string, min: number, max: number): string | undefined {
  if (!/^\s*\d+\s*$/.test(typed)) return t('check.number');
  if (Number(typed) < min) return t('check.min', { min: `${min}` });
  return Number(typed) > max ? t('check.max', { max: count(max) }) : undefined;
}

function planFor({ waitlists, store, again }: PlanFormProps): Plan {
  // A waitlist that is closed since has no launch.
  if (again && waitlists.some(({ id }) => id === again.waitlist_id)) return planOf(again);
  const home = store.country ?? store.shipping[0]?.country ?? 'US';
  // What opens next is what somebody wants to try; else what sells now.
  const next = waitlists.find(({ state }) => state === 'SCHEDULED') ?? waitlists.find(({ state }) => state === 'DRAFT');
  return {
    ...usualPlan,
    waitlist_id: (next ?? waitlists[0])?.id ?? '',
    countries: [{ of: home, share: '1' }],
  };
}

type BehaviourProps = { form: FormModel<Plan>; waitlist: Waitlist | undefined };

/** What shoppers do: how many units they want, of what, and how often their payment goes wrong. */
function Behaviour({ form, waitlist }: BehaviourProps) {
  const plan = form.values;
  const percent = (name: 'leave' | 'decline' | 'challenge' | 'again') => (
    <Input {...form.field(`${name}_percent`)} inputMode="numeric" label={t(`launch.${name}`)} />
  );
  const variants = waitlist?.variants ?? [];
  // A plan of the command line may name variants by SKU; one that it leaves out does not come.
  const others = plan.variants.length > 0 ? '0' : '1';
  const shareOf = ({ id, sku }: { id: string; sku: string }) =>
    plan.variants.find(({ of }) => of === id || (of === sku && sku !== ''))?.share ?? others;
  return (
    <>
      <Parts
        {...form.field('quantities')}
        label={t('launch.quantities')}
        nameOf={(of) => t('launch.quantity', { count: Number(of) })}
      />
      {variants.length > 1 && (
        <Parts
          {...form.field('variants')}
          label={t('launch.variants')}
          value={variants.map((one) => ({ of: one.id, share: shareOf(one) }))}
          nameOf={(of) => {
            const variant = variants.find(({ id }) => id === of);
            return variant?.title || variant?.sku || of;
          }}
        />
      )}
      <div class="pair">
        {percent('leave')}
        {percent('decline')}
      </div>
      <div class="pair">
        {percent('challenge')}
        {percent('again')}
      </div>
      <Input {...form.field('seed')} inputMode="numeric" label={t('launch.seed')} hint={t('launch.seed.hint')} />
    </>
  );
}
