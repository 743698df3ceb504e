import type { Place } from '../../protocol/wire/place.ts';
import { type AddressSearch, SUGGESTIONS_MAX } from './port.ts';

/** The places that test stores can find. Each street is real, so that the postcodes pass the checks. */
export const TEST_PLACES: readonly (Place & { country: string })[] = [
  { country: 'DE', line1: 'Torstraße 1', city: 'Berlin', region: '', postalCode: '10119' },
  { country: 'DE', line1: 'Torstraße 140', city: 'Berlin', region: '', postalCode: '10119' },
  { country: 'DE', line1: 'Hafenstraße 9', city: 'Hamburg', region: '', postalCode: '20457' },
  { country: 'AT', line1: 'Mariahilfer Straße 1', city: 'Wien', region: '', postalCode: '1060' },
  { country: 'CH', line1: 'Bahnhofstrasse 1', city: 'Zürich', region: '', postalCode: '8001' },
  { country: 'FI', line1: 'Mannerheimintie 1', city: 'Helsinki', region: '', postalCode: '00100' },
  { country: 'FR', line1: '10 Rue de Rivoli', city: 'Paris', region: '', postalCode: '75004' },
  { country: 'GB', line1: '10 Downing Street', city: 'London', region: '', postalCode: 'SW1A 2AA' },
  { country: 'IT', line1: 'Via del Corso 1', city: 'Roma', region: 'Roma', postalCode: '00186' },
  { country: 'NL', line1: 'Damrak 1', city: 'Amsterdam', region: '', postalCode: '1012 LG' },
  {
    country: 'US',
    line1: '1600 Pennsylvania Avenue NW',
    city: 'Washington',
    region: 'District of Columbia',
    postalCode: '20500',
  },
  { country: 'US', line1: '350 Fifth Avenue', city: 'New York', region: 'New York', postalCode: '10118' },
];

/** Finds the few places above and asks nobody. For test stores and the demo. */
export const testPlaces: AddressSearch = {
  name: 'test',
  async suggest({ text, country }) {
    const words = fold(text).split(' ').filter(Boolean);
    if (words.length === 0) return [];
    const isMeant = (place: Place) => words.every((word) => ` ${fold(place.line1)}`.includes(` ${word}`));
    return TEST_PLACES.filter((place) => place.country === country && isMeant(place))
      .slice(0, SUGGESTIONS_MAX)
      .map(({ country: _, ...place }) => place);
  },
};

/** Folds case and accents, so that `strasse` without them is found too. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '').trim();
}
