import type { Rehearsal } from '../../../core/rehearsals/queries/rehearsals.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import type { LaunchPlan } from '../../../domain/rehearsal.ts';
import type { RehearsalReport } from '../../../domain/rehearsal-report.ts';
import { type AdminRehearsal, NewRehearsal } from '../../../protocol/schema/admin-api/rehearsals.ts';
import { valuesOf } from '../../fields.ts';

export function rehearsalJson(rehearsal: Rehearsal): AdminRehearsal {
  const { id, state, waitlistId, product, plan, shoppers, arrived, failure, failureCode, report } = rehearsal;
  return {
    id,
    state,
    waitlist_id: waitlistId,
    product,
    shoppers,
    arrived,
    ...planJson(plan),
    failure,
    failure_code: failureCode,
    created_at: rehearsal.createdAt.toISOString(),
    ended_at: rehearsal.endedAt?.toISOString() ?? null,
    report: report && reportJson(report),
  };
}

/** Returns a plan as a request for a rehearsal has it, so that the same launch can be asked for again. */
function planJson({ hours, seed, countries, quantities, variants, ...plan }: LaunchPlan) {
  return {
    hours,
    seed,
    countries: countries.map(({ of: country, share }) => ({ country, share })),
    quantities: quantities.map(({ of: quantity, share }) => ({ quantity, share })),
    variants: variants.map(({ of: variant, share }) => ({ variant, share })),
    leave_percent: plan.leavePercent,
    decline_percent: plan.declinePercent,
    challenge_percent: plan.challengePercent,
    again_percent: plan.againPercent,
  };
}

function reportJson(report: RehearsalReport): NonNullable<AdminRehearsal['report']> {
  const { currency, opensAt, endsAt, plan, shoppers, again, preorders, units, series } = report;
  const { left, paid, declined, challenged, tooLate } = report.payments;
  const money = (minor: number) => toDecimal(minor, currency);
  return {
    currency,
    plan,
    shoppers,
    again,
    preorders,
    units,
    series,
    opens_at: opensAt,
    ends_at: endsAt,
    booked: money(report.booked),
    due_now: money(report.dueNow),
    due_later: money(report.booked - report.dueNow),
    variants: report.variants.map(({ variantId, sku, title, forSale, sold, soldOutAt, missed }) => ({
      sku,
      title,
      sold,
      missed,
      variant_id: variantId,
      for_sale: forSale,
      sold_out_at: soldOutAt,
    })),
    countries: report.countries,
    quantities: report.quantities,
    batches: report.batches.map(({ position, shipsFrom, shipsUntil, forSale, sold }) => ({
      position,
      sold,
      ships_from: shipsFrom,
      ships_until: shipsUntil,
      for_sale: forSale,
    })),
    refusals: report.refusals,
    payments: { paid, left, declined, challenged, too_late: tooLate },
    // Reports of earlier versions have findings without data.
    findings: report.findings.map((finding) => ({ ...finding, data: finding.data ?? {} })),
  };
}

/** Reads a request for a rehearsal. */
export function launchFrom(
  given: NewRehearsal,
  { currency, timeZone }: Store,
): Partial<LaunchPlan> & { waitlistId: string } {
  const { countries, quantities, variants, ...plan } = valuesOf(NewRehearsal, given, { currency, timeZone });
  return {
    ...plan,
    ...(countries && { countries: countries.map(({ country, share }) => ({ of: country, share })) }),
    ...(quantities && { quantities: quantities.map(({ quantity, share }) => ({ of: quantity, share })) }),
    ...(variants && { variants: variants.map(({ variant, share }) => ({ of: variant, share })) }),
  };
}
