import { addressRules } from '../../core/checkouts/address-rules.ts';
import { AppError } from '../../domain/error.ts';

/**
 * Finds the region's code in addresses; empty for the whole country. Throws for an unknown region, because its rate of tax would
 * never apply.
 */
export function findRegion({ country, region }: { country: string; region: string }): string {
  const regions = region === '' ? [] : (addressRules(country, 'en')?.regions ?? []);
  // Ignores case and accents: Québec equals Quebec.
  const isSame = (text: string) => text.localeCompare(region, 'en', { sensitivity: 'base' }) === 0;
  const found = regions.find(({ code, name }) => isSame(code) || isSame(name));
  if (found || region === '') return found?.code ?? '';
  const known = regions.map(({ code }) => code).join(', ');
  const hint = known === '' ? `Addresses in ${country} name no region.` : `Addresses in ${country} name: ${known}.`;
  throw new AppError('invalid_parameter', `There is no region “${region.slice(0, 40)}”. ${hint}`, { param: 'tax' });
}
