import { expect, expectTypeOf, test } from 'vitest';
import type { loadService } from '../packages/loader/src/index.ts';
import type { Answer, Availability, ServiceSdk } from '../src/protocol/wire/sdk-api.ts';

// What the declared types allow and refuse to a storefront developer. The compiler is the test.
declare const sdk: ServiceSdk;

const rightUse = () => {
  sdk.init({ apiKey: 'key', locale: undefined });
  sdk.load({ placementType: 'price', productId: 1001, style: { textAlign: 'center' } });
  sdk.load({ placementType: 'button', productCode: 'aurora-jacket', skuId: null, instanceId: 'sticky' });
  sdk.update({ placementType: 'button', lineItemProperties: [{ name: 'engraving', value: 'Ada' }] });
  sdk.setCustomerData(async () => ({ email: 'ada@example.com', address: { country: 'DE' } }));
  sdk.setCustomerData(null);
  sdk.loadPreorderStatusPage({ mode: 'logged_in', token: 'a.b.c' });
  sdk.loadPreorderStatusPage({ mode: 'guest' });
  expectTypeOf(sdk.cartContainsPreorderItems({ shopifyCart: {} })).toEqualTypeOf<boolean>();
  sdk.loadPreorderStatusPage({ email: 'ada@example.com' });
  sdk.on('PreorderCreated', ({ reference, total, lineItems }) => {
    expectTypeOf(reference).toEqualTypeOf<string>();
    expectTypeOf(total).toEqualTypeOf<{ amount: number; currency: string }>();
    expectTypeOf(lineItems[0]?.skuId).toEqualTypeOf<string | undefined>();
  });
  sdk.on('PlacementLoaded', ({ disabled, releaseId }) => {
    expectTypeOf(disabled).toEqualTypeOf<boolean>();
    expectTypeOf(releaseId).toEqualTypeOf<string | null>();
  });
  addEventListener('Service:Ready', (event) => expectTypeOf(event).toEqualTypeOf<Event>());
  addEventListener('Service:ArrangeReturnClicked', ({ detail }) =>
    expectTypeOf(detail).toEqualTypeOf<{ preorderReference: string }>(),
  );
  expectTypeOf<typeof loadService>().returns.resolves.toEqualTypeOf<ServiceSdk>();
  expectTypeOf(sdk.fetchAvailability({ productId: '1001' })).toEqualTypeOf<Promise<Answer<Availability>>>();
};

const misuse = () => {
  // @ts-expect-error the key is required
  sdk.init({});
  // @ts-expect-error unknown placement
  sdk.load({ placementType: 'banner', productId: '1001' });
  // @ts-expect-error values are text
  sdk.load({ placementType: 'button', productId: '1001', style: { fontWeight: 700 } });
  // @ts-expect-error no such property
  sdk.load({ placementType: 'button', productId: '1001', style: { position: 'fixed' } });
  // @ts-expect-error unknown event
  sdk.on('PlacementClicked', () => {});
  // @ts-expect-error logged_in needs a token
  sdk.loadPreorderStatusPage({ mode: 'logged_in' });
};

test('the types allow only the calls above', () => {
  // The code only has to compile; it does not run.
  expect([rightUse, misuse]).toHaveLength(2);
});
