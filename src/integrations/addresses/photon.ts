import type { OutgoingHttp } from '../../platform/outgoing-http.ts';
import type { Place } from '../../protocol/wire/place.ts';
import { type AddressQuery, type AddressSearch, AddressSearchError, SUGGESTIONS_MAX } from './port.ts';

// A shopper types the next letter sooner than this.
const TIMEOUT_MS = 1_500;
// Thirty places with long names are 30 kB.
const ANSWER_BYTES_MAX = 128 * 1_024;
// More than are shown, because places of other countries are left out here: older versions have no parameter for the country.
const PLACES_ASKED = 30;

/**
 * Asks a service that speaks Photon's format (https://github.com/komoot/photon): `GET …/api?q=torstr&limit=30`, answered by
 * a GeoJSON `FeatureCollection`. Parameters of the given address are kept. Names come in the language of the place, because
 * its postal service reads them.
 */
export function createPhotonSearch(address: string, http: Pick<OutgoingHttp, 'get'>): AddressSearch {
  return {
    name: 'photon',
    async suggest(query) {
      const url = new URL(address);
      url.searchParams.set('q', query.text);
      url.searchParams.set('limit', String(PLACES_ASKED));
      const options = { headers: { accept: 'application/json' }, timeoutMs: TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX };
      const { status, bytes } = await http.get(url.href, options).catch((error: Error) => {
        throw new AddressSearchError(error.message);
      });
      if (status !== 200) throw new AddressSearchError(`The service answered ${status}.`);
      return placesIn(bytes.toString('utf8'), query);
    },
  };
}

function placesIn(text: string, { country }: AddressQuery): Place[] {
  const features = featuresIn(text);
  if (!features) throw new AddressSearchError('The answer is not a GeoJSON FeatureCollection.');
  const places = features.flatMap((feature) => {
    const properties = asRecord(asRecord(feature).properties);
    const line1 = streetOf(properties, country);
    if (line1 === '' || textOf(properties, 'countrycode').toUpperCase() !== country) return [];
    const city = textOf(properties, 'city') || (properties.type === 'street' ? '' : textOf(properties, 'locality'));
    return [{ line1, city, region: textOf(properties, 'state'), postalCode: textOf(properties, 'postcode') }];
  });
  // A street that is mapped in pieces comes once for each piece.
  const distinct = new Map(places.map((place) => [JSON.stringify(place), place]));
  return [...distinct.values()].slice(0, SUGGESTIONS_MAX);
}

function featuresIn(text: string): unknown[] | null {
  try {
    const { type, features } = asRecord(JSON.parse(text));
    return type === 'FeatureCollection' && Array.isArray(features) ? features : null;
  } catch {
    return null;
  }
}

// Where the number stands before the street.
const NUMBER_FIRST = new Set(
  'AE AU BH CA EG FR GB HK IE IL IN JO KE KW LB LK LU MA MC MY NG NZ OM PH PK QA SA SG TH TN TW US VN ZA'.split(' '),
);

/** Returns the street with its number. A place without a street, such as a city, has none. */
function streetOf(properties: Record<string, unknown>, country: string): string {
  const street = textOf(properties, 'street') || (properties.type === 'street' ? textOf(properties, 'name') : '');
  const number = textOf(properties, 'housenumber');
  if (street === '' || number === '') return street;
  return NUMBER_FIRST.has(country) ? `${number} ${street}` : `${street} ${number}`;
}

// The length of the longest part of an address that the checkout takes.
const PART_MAX = 200;

function textOf(properties: Record<string, unknown>, name: string): string {
  const value = properties[name];
  return typeof value === 'string' && value.length <= PART_MAX ? value.trim() : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
