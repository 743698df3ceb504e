import { AppError } from '../../domain/error.ts';
import { addressRules } from '../checkouts/address-rules.ts';

/** Returns an address in a country that the checkout accepts. */
export function exampleAddress(country: string, number: number) {
  const rules = addressRules(country, 'en');
  if (rules === null)
    throw new AppError('invalid_parameter', `There is no country “${country}”.`, { param: 'countries' });
  return {
    firstName: 'Sam',
    lastName: 'Shopper',
    line1: `${(number % 200) + 1} High Street`,
    line2: '',
    line3: '',
    district: 'Centre',
    city: 'Sampleton',
    region: rules.regions?.[0]?.code ?? '',
    postalCode: rules.postalCodeExample ?? '',
    sortingCode: '',
    country,
    phoneNumber: '+4930123456',
  };
}
