import { addressRules, regionCode } from '../../core/checkouts/address-rules.ts';
import { AppError } from '../../domain/error.ts';

/**
 * Finds the region's code in addresses; empty for the whole country. Throws for an unknown region, because its rate of tax would
 * never apply.
 */
export function findRegion({ country, region }: { country: string; region: string }): string {
  if (region === '') return '';
  const found = regionCode(country, region);
  if (found !== undefined) return found;
  const regions = addressRules(country, 'en')?.regions ?? [];
  const known = regions.map(({ code }) => code).join(', ');
  const hint =
    known === ''
      ? `Addresses in ${country} name no region: give the rate of the whole country.`
      : `Addresses in ${country} name: ${known}.`;
  throw new AppError('invalid_parameter', `There is no region “${region.slice(0, 40)}”. ${hint}`, { param: 'tax' });
}
