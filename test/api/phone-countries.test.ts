import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckoutClient, expectRefusal, shippingStep } from '../support/checkout-client.ts';
import { createStoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
});
afterAll(() => system.stop());

test('a phone number is demanded where the carrier needs it, on the server too', async () => {
  const strict = await createStoreWithWaitlist(system, { store: { phoneCountries: ['DE'] } });
  const loose = await createStoreWithWaitlist(system);
  const body = shippingStep(strict);
  const calling = (phoneNumber: string) => ({ ...body, address: { ...body.address, phoneNumber } });
  for (const nothing of ['', '  ', '\u200B']) {
    const refused = await client.reserve(calling(nothing));
    expectRefusal(refused, 400, { code: 'invalid_parameter', param: 'address.phoneNumber' });
    expect(refused.error.data).toMatchObject({ problem: 'required' });
  }
  const held = await client.hold(calling('+49 30 1234567'));
  expectRefusal(await client.change(held, calling('')), 400, {
    code: 'invalid_parameter',
    param: 'address.phoneNumber',
  });
  const { status } = await client.reserve({ ...shippingStep(loose), address: { ...body.address, phoneNumber: '' } });
  expect(status).toBe(201);
});
