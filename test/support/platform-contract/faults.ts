import { expect, test } from 'vitest';
import { WAY_FAULTS } from './faulty-way.ts';
import { type PlatformUnderTest, seedProduct } from './under-test.ts';

export function faultContract(open: () => Promise<PlatformUnderTest>): void {
  test.each(WAY_FAULTS)('asks a question again after “%s”', async (fault) => {
    const { platform, hand, way } = await open();
    const { id } = await hand.add(seedProduct());
    way.plan(fault);
    expect(await platform.getProduct(id)).toMatchObject({ externalId: id });
  });

  test.each([
    ['throttled', 'throttled'],
    ['broken', 'unreachable'],
    ['html', 'malformed'],
    ['silence', 'unreachable'],
    ['half', 'unreachable'],
  ] as const)('gives up on a platform that only answers “%s”', async (fault, kind) => {
    const { platform, way } = await open();
    way.requests.length = 0;
    way.plan(...Array.from({ length: 20 }, () => fault));
    await expect(platform.check()).rejects.toMatchObject({ name: 'CommerceError', kind });
    expect(way.requests.length).toBeLessThanOrEqual(8);
    way.plan();
    await platform.check();
  });
}
