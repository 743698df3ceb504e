import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeAddressSearch } from '../../../test/support/address-search-contract.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http.ts';
import { createPhotonSearch } from './photon.ts';
import { type AddressSearch, AddressSearchError } from './port.ts';
import { keepAnswers } from './remembered.ts';
import { TEST_PLACES, testPlaces } from './test-places.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Resolves with the address of a service that answers so. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  return `http://127.0.0.1:${address.port}/api`;
}

/** Answers like Photon: places of all countries, as GeoJSON. */
const photon: RequestListener = async (request, response) => {
  const text = new URL(request.url ?? '', 'http://photon').searchParams.get('q') ?? '';
  const found = await Promise.all(
    TEST_PLACES.map(({ country }) => country).map((country) => testPlaces.suggest({ text, country })),
  );
  const known = TEST_PLACES.filter((place) => found.flat().some(({ line1 }) => line1 === place.line1));
  const features = known.map(({ line1, city, region, postalCode, country }) => {
    const number = /\d+/.exec(line1)?.[0] ?? '';
    const street = line1.replace(number, '').trim();
    const parts = { street, housenumber: number, city, postcode: postalCode, countrycode: country, type: 'house' };
    const point = { type: 'Point', coordinates: [13.4, 52.5] };
    return { type: 'Feature', geometry: point, properties: { ...parts, ...(region && { state: region }) } };
  });
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ type: 'FeatureCollection', features }));
};

const http = createOutgoingHttp({ privateTargets: true });
const query = { text: 'torstr', country: 'DE' };

describe('the places of test stores', () => describeAddressSearch(() => testPlaces));

describe('a service that speaks Photon’s format', () => {
  let search: AddressSearch;
  beforeEach(async () => {
    search = createPhotonSearch(await serve(photon), http);
  });
  describeAddressSearch(() => search);

  test('is asked with the parameters of its address', async () => {
    const asked: string[] = [];
    const address = await serve((request, response) => {
      asked.push(request.url ?? '');
      photon(request, response);
    });
    await createPhotonSearch(`${address}?layer=house&q=old`, http).suggest(query);
    expect(asked).toEqual(['/api?layer=house&q=torstr&limit=30']);
  });

  test('may know streets without numbers, and things that are no streets', async () => {
    const named = (properties: object) => ({ type: 'Feature', properties: { countrycode: 'de', ...properties } });
    const features = [
      named({ type: 'city', name: 'Torgau', postcode: '04860' }),
      named({ type: 'street', name: 'Torstraße', city: 'Berlin', postcode: '10119' }),
      named({ type: 'street', name: 'Torstraße', city: 'Berlin', postcode: '10119', osm_id: 7 }),
      named({ type: 'house', street: 'x'.repeat(300) }),
      null,
    ];
    const address = await serve((_, response) => {
      response.end(JSON.stringify({ type: 'FeatureCollection', features }));
    });
    const street = { line1: 'Torstraße', city: 'Berlin', region: '', postalCode: '10119' };
    expect(await createPhotonSearch(address, http).suggest(query)).toEqual([street]);
  });

  test.each<[string, RequestListener]>([
    ['an error', (_, response) => void response.writeHead(500).end('{}')],
    ['no JSON', (_, response) => void response.end('<html>')],
    ['other JSON', (_, response) => void response.end('{"type":"FeatureCollection","features":3}')],
    ['a redirect', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['too much', (_, response) => void response.end(`{"features":["${'x'.repeat(200_000)}"]}`)],
    ['a broken connection', (request) => void request.socket.destroy()],
    ['nothing', () => {}],
  ])('that answers %s is refused in time', async (_, listener) => {
    const broken = createPhotonSearch(await serve(listener), http);
    await expect(broken.suggest(query)).rejects.toThrow(AddressSearchError);
  });

  test('is not asked in a private network unless the operator allows it', async () => {
    const strict = createPhotonSearch(await serve(photon), createOutgoingHttp({ privateTargets: false }));
    await expect(strict.suggest(query)).rejects.toThrow('not an address of the public internet');
  });
});

describe('kept answers', () => {
  const counted = () => {
    const asked: string[] = [];
    const suggest: AddressSearch['suggest'] = ({ text, country }) => {
      asked.push(text);
      return testPlaces.suggest({ text, country });
    };
    return { asked, search: { name: 'counted', suggest } };
  };

  test('are given again for some minutes, whatever the case and the spaces', async () => {
    const { asked, search } = counted();
    let now = 0;
    const kept = keepAnswers(search, () => now);
    const [first] = await kept.suggest(query);
    expect(await kept.suggest({ ...query, text: ' TorSTR  ' })).toEqual([first, expect.anything()]);
    expect(asked).toEqual(['torstr']);
    expect(await kept.suggest({ ...query, country: 'US' })).toEqual([]);
    now = 11 * 60_000;
    await kept.suggest(query);
    expect(asked).toEqual(['torstr', 'torstr', 'torstr']);
  });

  test('are not kept of a service that failed, and open requests are bounded', async () => {
    let fail: (error: Error) => void = () => {};
    const waits = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const kept = keepAnswers({ name: 'slow', suggest: () => waits });
    const open = Array.from({ length: 20 }, (_, index) => kept.suggest({ text: `street ${index}`, country: 'DE' }));
    await expect(kept.suggest(query)).rejects.toThrow('Too many requests are open.');
    fail(new AddressSearchError('down'));
    await expect(Promise.all(open)).rejects.toThrow('down');
    await expect(kept.suggest(query)).rejects.toThrow('down');
  });
});
