import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { decimal } from '../../ui/format.ts';
import type { Rehearsal } from './reads.ts';

type NewRehearsal = operations['startRehearsal']['requestBody']['content']['application/json'];

/** A part of the shoppers, and how many of them beside the other parts. */
export type ShopperShare = { of: string; share: string };

/** A launch to rehearse, as it is typed in. */
export type Plan = {
  waitlist_id: string;
  shoppers: string;
  hours: string;
  countries: readonly ShopperShare[];
  quantities: readonly ShopperShare[];
  /** By the platform's id; empty: all alike. */
  variants: readonly ShopperShare[];
  leave_percent: string;
  decline_percent: string;
  challenge_percent: string;
  again_percent: string;
  seed: string;
};

/** Hours that a launch may last; the longest is two weeks. */
export const HOURS = ['1', '6', '24', '48', '72', '168', '336'] as const;

/** What the service takes by itself, so that the form shows what holds. */
export const usualPlan: Omit<Plan, 'waitlist_id' | 'countries'> = {
  shoppers: '500',
  hours: '24',
  quantities: [
    { of: '1', share: '80' },
    { of: '2', share: '16' },
    { of: '3', share: '4' },
  ],
  variants: [],
  leave_percent: '25',
  decline_percent: '6',
  challenge_percent: '20',
  again_percent: '3',
  seed: '1',
};

/** Returns what a rehearsal was run with, to run it again. */
export function planOf(rehearsal: Rehearsal): Plan {
  const part = (of: string | number, share: number): ShopperShare => ({ of: `${of}`, share: `${share}` });
  return {
    waitlist_id: rehearsal.waitlist_id,
    shoppers: `${rehearsal.shoppers}`,
    hours: `${rehearsal.hours}`,
    countries: rehearsal.countries.map(({ country, share }) => part(country, share)),
    quantities: rehearsal.quantities.map(({ quantity, share }) => part(quantity, share)),
    variants: rehearsal.variants.map(({ variant, share }) => part(variant, share)),
    leave_percent: `${rehearsal.leave_percent}`,
    decline_percent: `${rehearsal.decline_percent}`,
    challenge_percent: `${rehearsal.challenge_percent}`,
    again_percent: `${rehearsal.again_percent}`,
    seed: `${rehearsal.seed}`,
  };
}

/** Returns what the service is sent. It checks the values, and says what is wrong with them. */
export function requestOf(plan: Plan): NewRehearsal {
  // A share of nothing is a part that does not come.
  const parts = (all: readonly ShopperShare[]) =>
    all.map(({ of, share }) => ({ of, share: Number(decimal(share)) })).filter(({ share }) => share !== 0);
  const variants = parts(plan.variants);
  return {
    waitlist_id: plan.waitlist_id,
    shoppers: Number(plan.shoppers),
    hours: Number(plan.hours),
    countries: parts(plan.countries).map(({ of, share }) => ({ country: of, share })),
    quantities: parts(plan.quantities).map(({ of, share }) => ({ quantity: Number(of), share })),
    ...(variants.length > 0 && { variants: variants.map(({ of, share }) => ({ variant: of, share })) }),
    leave_percent: Number(plan.leave_percent),
    decline_percent: Number(plan.decline_percent),
    challenge_percent: Number(plan.challenge_percent),
    again_percent: Number(plan.again_percent),
    seed: Number(plan.seed),
  };
}
