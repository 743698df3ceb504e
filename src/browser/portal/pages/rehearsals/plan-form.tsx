import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import type { Fault } from '../../requests/fault.ts';
import type { Store, Waitlist } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { duration } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { CountryParts, Parts } from './parts.tsx';
import { HOURS, type Plan, planOf, requestOf, usualPlan } from './plan.ts';
import { type Rehearsal, rehearsalsChanged } from './reads.ts';

type PlanFormProps = {
  waitlists: readonly Waitlist[];
  store: Store;
  /** The rehearsal that is run again. */
  again: Rehearsal | undefined;
};

const FIELDS = [
  'shoppers',
  'countries',
  'quantities',
  'variants',
  'leave_percent',
  'decline_percent',
  'challenge_percent',
  'again_percent',
  'seed',
];

/** Asks what a launch is rehearsed with. All but the waitlist has a usual value. */
export function PlanForm({ waitlists, store, again }: PlanFormProps) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const [plan, setPlan] = useState<Plan>(() => planFor({ waitlists, store, again }));
  const sending = useSending();
  const { fault } = sending;
  const set = (values: Partial<Plan>) => {
    sending.forget();
    setPlan({ ...plan, ...values });
  };
  const start = () =>
    sending.send(async () => {
      const { data } = bodyOf(await api.POST('/admin/api/v1/rehearsals', { body: requestOf(plan) }));
      rehearsalsChanged();
      route(storePath(slug, `/rehearsals/${data.id}`));
    });
  const parts = { plan, set, fault };
  const waitlist = waitlists.find(({ id }) => id === plan.waitlist);
  return (
    <Form onSubmit={start}>
      {fault && !FIELDS.includes(fault.param ?? '') && <FaultNotice fault={fault} />}
      <Choice
        id="waitlist_id"
        label={t('waitlist.title')}
        value={plan.waitlist}
        options={waitlists.map(({ id, product, state }) => ({
          value: id,
          text: `${product.title} (${t(`waitlist.state.${state}`)})`,
        }))}
        onValue={(id) => set({ waitlist: id, variants: [] })}
      />
      <div class="pair">
        <Input
          id="shoppers"
          inputMode="numeric"
          label={t('launch.shoppers')}
          hint={t('launch.shoppers.hint')}
          value={plan.shoppers}
          fault={fault}
          onValue={(value) => set({ shoppers: value.trim() })}
        />
        <Choice
          id="hours"
          label={t('launch.hours')}
          value={plan.hours}
          options={[...new Set([...HOURS, plan.hours])].map((value) => ({
            value,
            text: duration(Number(value) * 3_600),
          }))}
          onValue={(value) => set({ hours: value })}
        />
      </div>
      <CountryParts parts={plan.countries} fault={fault} onParts={(countries) => set({ countries })} />
      <details open={FIELDS.slice(2).includes(fault?.param ?? '')}>
        <summary>{t('launch.more')}</summary>
        <div class="stack launch-more">
          <Behaviour {...parts} waitlist={waitlist} />
        </div>
      </details>
      <Button type="submit" busy={sending.busy}>
        {t('launch.button')}
      </Button>
    </Form>
  );
}

function planFor({ waitlists, store, again }: PlanFormProps): Plan {
  // A waitlist that is closed since has no launch.
  if (again && waitlists.some(({ id }) => id === again.waitlist_id)) return planOf(again);
  const home = store.country ?? store.shipping[0]?.country ?? 'US';
  // What opens next is what somebody wants to try; else what sells now.
  const next = waitlists.find(({ state }) => state === 'SCHEDULED') ?? waitlists.find(({ state }) => state === 'DRAFT');
  return {
    ...usualPlan,
    waitlist: (next ?? waitlists[0])?.id ?? '',
    countries: [{ of: home, share: '1' }],
  };
}

type BehaviourProps = {
  plan: Plan;
  set: (values: Partial<Plan>) => void;
  fault: Fault | undefined;
  waitlist: Waitlist | undefined;
};

/** What shoppers do: how many units they want, of what, and how often their payment goes wrong. */
function Behaviour({ plan, set, fault, waitlist }: BehaviourProps) {
  const percent = (name: 'leave' | 'decline' | 'challenge' | 'again') => (
    <Input
      id={`${name}_percent`}
      inputMode="numeric"
      label={t(`launch.${name}`)}
      value={plan[name]}
      fault={fault}
      onValue={(value) => set({ [name]: value.trim() })}
    />
  );
  const variants = waitlist?.variants ?? [];
  // A plan of the command line may name variants by SKU; one that it leaves out does not come.
  const others = plan.variants.length > 0 ? '0' : '1';
  const shareOf = ({ id, sku }: { id: string; sku: string }) =>
    plan.variants.find(({ of }) => of === id || (of === sku && sku !== ''))?.share ?? others;
  return (
    <>
      <Parts
        id="quantities"
        label={t('launch.quantities')}
        parts={plan.quantities}
        nameOf={(of) => t('launch.quantity', { count: Number(of) })}
        fault={fault}
        onParts={(quantities) => set({ quantities })}
      />
      {variants.length > 1 && (
        <Parts
          id="variants"
          label={t('launch.variants')}
          parts={variants.map((one) => ({ of: one.id, share: shareOf(one) }))}
          nameOf={(of) => {
            const variant = variants.find(({ id }) => id === of);
            return variant?.title || variant?.sku || of;
          }}
          fault={fault}
          onParts={(chosen) => set({ variants: chosen })}
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
      <Input
        id="seed"
        inputMode="numeric"
        label={t('launch.seed')}
        hint={t('launch.seed.hint')}
        value={plan.seed}
        fault={fault}
        onValue={(value) => set({ seed: value.trim() })}
      />
    </>
  );
}
