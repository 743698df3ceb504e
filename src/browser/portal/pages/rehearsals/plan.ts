import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Rehearsal } from './reads.ts';

type NewRehearsal = operations['startRehearsal']['requestBody']['content']['application/json'];

/** A part of the shoppers, and how many of them beside the other parts. */
export type Part = { of: string; share: string };

/** A launch to rehearse, as it is typed in. */
export type Plan = {
  waitlist: string;
  shoppers: string;
  hours: string;
  countries: readonly Part[];
  quantities: readonly Part[];
  /** By the platform's id; empty: all alike. */
  variants: readonly Part[];
  leave: string;
  decline: string;
  challenge: string;
  again: string;
  seed: string;
};

/** Hours that a launch may last; the longest is two weeks. */
export const HOURS = ['1', '6', '24', '48', '72', '168', '336'] as const;

/** What the service takes by itself, so that the form shows what holds. */
export const usualPlan: Omit<Plan, 'waitlist' | 'countries'> = {
  shoppers: '500',
  hours: '24',
  quantities: [
    { of: '1', share: '80' },
    { of: '2', share: '16' },
    { of: '3', share: '4' },
  ],
  variants: [],
  leave: '25',
  decline: '6',
  challenge: '20',
  again: '3',
  seed: '1',
};

/** Returns what a rehearsal was run with, to run it again. */
export function planOf(rehearsal: Rehearsal): Plan {
  const part = (of: string | number, share: number): Part => ({ of: `${of}`, share: `${share}` });
  return {
    waitlist: rehearsal.waitlist_id,
    shoppers: `${rehearsal.shoppers}`,
    hours: `${rehearsal.hours}`,
    countries: rehearsal.countries.map(({ country, share }) => part(country, share)),
    quantities: rehearsal.quantities.map(({ quantity, share }) => part(quantity, share)),
    variants: rehearsal.variants.map(({ variant, share }) => part(variant, share)),
    leave: `${rehearsal.leave_percent}`,
    decline: `${rehearsal.decline_percent}`,
    challenge: `${rehearsal.challenge_percent}`,
    again: `${rehearsal.again_percent}`,
    seed: `${rehearsal.seed}`,
  };
}

/** Returns what the service is sent. It checks the values, and says what is wrong with them. */
export function requestOf(plan: Plan): NewRehearsal {
  // A share of nothing is a part that does not come.
  const parts = (all: readonly Part[]) => all.filter(({ share }) => share.trim() !== '' && Number(share) !== 0);
  const variants = parts(plan.variants);
  return {
    waitlist_id: plan.waitlist,
    shoppers: Number(plan.shoppers),
    hours: Number(plan.hours),
    countries: parts(plan.countries).map(({ of, share }) => ({ country: of, share: Number(share) })),
    quantities: parts(plan.quantities).map(({ of, share }) => ({ quantity: Number(of), share: Number(share) })),
    ...(variants.length > 0 && { variants: variants.map(({ of, share }) => ({ variant: of, share: Number(share) })) }),
    leave_percent: Number(plan.leave),
    decline_percent: Number(plan.decline),
    challenge_percent: Number(plan.challenge),
    again_percent: Number(plan.again),
    seed: Number(plan.seed),
  };
}
