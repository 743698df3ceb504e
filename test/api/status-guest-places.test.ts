import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createStatusClient } from '../support/status-client.ts';

let api: Api;
let core: Core;
let offer: Offer;

beforeAll(async () => {
  api = await startApi({ trustProxy: ['127.0.0.1'] });
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 50 });
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const NONE = { postalCode: '', city: '', region: '' };

test.each([
  { asked: 'the postcode', address: { city: 'Köln', country: 'DE' }, known: ['10 115'], unknown: ['Köln', '10116'] },
  {
    asked: 'the city',
    address: { ...NONE, city: 'São Tomé', country: 'ST' },
    known: ['SÃO  TOMÉ'],
    unknown: ['Praia', '-'],
  },
  {
    asked: 'the region',
    address: { ...NONE, region: 'DU', country: 'AE' },
    known: ['Dubai', 'AE-DU', 'دبي'],
    unknown: ['Abu Dhabi', 'Lovelace', ' '],
  },
  {
    asked: 'the city, the region or what was typed as a postcode',
    address: { city: 'Al Ain', region: 'AZ', country: 'AE', postalCode: '00000' },
    known: ['al ain', 'Abu Dhabi', '00000'],
    unknown: ['Dubai'],
  },
  { asked: 'the last name', address: { ...NONE, country: 'MO' }, known: ['lovelace'], unknown: ['Macao', 'Ada', ' '] },
])('a guest gives $asked', async ({ address, known, unknown }) => {
  const reference = await buyFrom(core, offer, {
    email: `${address.country}${address.city}@mail.example`.toLowerCase().replace(/[^a-z@.]/g, ''),
  });
  await api.db.query(
    `UPDATE preorder_contact c SET address = address || $2::jsonb
     FROM preorder o WHERE o.id = c.preorder_id AND o.reference = $1`,
    [reference, JSON.stringify(address)],
  );
  const client = createStatusClient(api);
  let asked = 0;
  const look = (place: string) => {
    asked += 1;
    return client.lookUp(offer.storeKey, { reference, place, address: `192.0.2.${asked}` });
  };
  for (const place of known) expect((await look(place)).status, place).toBe(201);
  for (const place of unknown) expect((await look(place)).status, place).not.toBe(201);
});
