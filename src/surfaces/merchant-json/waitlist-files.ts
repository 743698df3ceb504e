import type { Store } from '../../core/stores/queries.ts';
import type { RowFate } from '../../core/waitlists/commands/import-csv.ts';
import type { SteepPrice } from '../../core/waitlists/steep-prices.ts';
import type { AppError } from '../../domain/error.ts';
import { toDecimal } from '../../domain/money.ts';
import type { AdminWaitlistImport } from '../../protocol/schema/admin-api/waitlist-files.ts';

/** Returns what became of the rows of a file of waitlists, with their numbers. */
export function fatesJson(
  fates: readonly RowFate[],
  { dryRun, currency }: { dryRun: boolean } & Pick<Store, 'currency'>,
): AdminWaitlistImport {
  const count = (result: RowFate['result']) => fates.filter((fate) => fate.result === result).length;
  return {
    dry_run: dryRun,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    rows: fates.map(({ line, result, waitlistId, product, variant, error, steepPrices }) => ({
      line,
      result,
      waitlist_id: waitlistId,
      product,
      variant,
      error: error && {
        ...refusalJson(error),
        ...(error.info.errors && { errors: error.info.errors.map(refusalJson) }),
      },
      ...(steepPrices.length > 0 && { steep_prices: steepPrices.map((price) => steepJson(price, currency)) }),
    })),
  };
}

const steepJson = ({ name, before, after }: SteepPrice, currency: string) => ({
  variant: name,
  currency,
  before: toDecimal(before, currency),
  after: toDecimal(after, currency),
});

const refusalJson = ({ code, message, info: { param, data } }: AppError) => ({
  code,
  message,
  param: param ?? null,
  data: data ?? null,
});
