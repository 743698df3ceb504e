import { describe, expect, test } from 'vitest';
import { checkPlan, type LaunchPlan, shoppersOf } from './rehearsal.ts';

const plan = (changes: Partial<LaunchPlan> = {}) => checkPlan({ shoppers: 2_000, hours: 8, ...changes }, 'DE');
const partOf = <Each>(all: readonly Each[], is: (each: Each) => boolean) => all.filter(is).length / all.length;

describe('a plan', () => {
  test('takes the store’s country and usual numbers for what it leaves out', () => {
    expect(checkPlan({}, 'AT')).toMatchObject({
      shoppers: 500,
      hours: 24,
      countries: [{ of: 'AT', share: 1 }],
      seed: 1,
    });
  });

  test.each<[Partial<LaunchPlan>, string]>([
    [{ shoppers: 0 }, 'shoppers'],
    [{ shoppers: 20_001 }, 'shoppers'],
    [{ shoppers: 1.5 }, 'shoppers'],
    [{ hours: 337 }, 'hours'],
    [{ seed: -1 }, 'seed'],
    [{ leavePercent: 101 }, 'leave_percent'],
    [{ countries: [] }, 'countries'],
    [{ countries: [{ of: 'XX', share: 1 }] }, 'countries'],
    [{ quantities: [{ of: 0, share: 1 }] }, 'quantities'],
    [{ quantities: [{ of: 51, share: 1 }] }, 'quantities'],
    [{ variants: [{ of: 'AUR-M', share: 0 }] }, 'variants'],
    [{ variants: [{ of: 'AUR-M', share: Number.NaN }] }, 'variants'],
  ])('%j is refused', (changes, param) => {
    expect(() => plan(changes)).toThrow(expect.objectContaining({ code: 'invalid_parameter', info: { param } }));
  });
});

describe('the shoppers of a plan', () => {
  test('are the same for the same seed alone', () => {
    expect(shoppersOf(plan(), [1, 1])).toEqual(shoppersOf(plan(), [1, 1]));
    expect(shoppersOf(plan({ seed: 2 }), [1, 1])).not.toEqual(shoppersOf(plan(), [1, 1]));
  });

  test('come in the order of their numbers, half of them in the first eighth', () => {
    const shoppers = shoppersOf(plan(), [1]);
    expect(shoppers.map(({ number }) => number)).toEqual(shoppers.map((_, index) => index));
    expect(shoppers.map(({ at }) => at)).toEqual(shoppers.map(({ at }) => at).sort((a, b) => a - b));
    expect(partOf(shoppers, ({ at }) => at < 3_600)).toBeCloseTo(0.5, 1);
    expect(shoppers.at(-1)?.at).toBeLessThan(8 * 3_600);
  });

  test('differ by the shares of the plan', () => {
    const countries = [
      { of: 'DE', share: 3 },
      { of: 'FR', share: 1 },
    ];
    const shoppers = shoppersOf(
      plan({ countries, leavePercent: 40, declinePercent: 10, challengePercent: 0 }),
      [0, 9, 1],
    );
    expect(partOf(shoppers, ({ country }) => country === 'FR')).toBeCloseTo(0.25, 1);
    expect(partOf(shoppers, ({ variant }) => variant === 1)).toBeCloseTo(0.9, 1);
    expect(shoppers.some(({ variant }) => variant === 0)).toBe(false);
    expect(partOf(shoppers, ({ fate }) => fate === 'leaves')).toBeCloseTo(0.4, 1);
    expect(partOf(shoppers, ({ fate }) => fate === 'declined')).toBeCloseTo(0.1, 1);
    expect(shoppers.some(({ fate }) => fate === 'challenged')).toBe(false);
  });

  test('come back only after they were there', () => {
    const again = shoppersOf(plan({ againPercent: 50 }), [1]).filter((shopper) => shopper.again !== null);
    expect(again.length).toBeGreaterThan(800);
    expect(again.filter((shopper) => (shopper.again ?? 0) >= shopper.number)).toEqual([]);
    expect(shoppersOf(plan({ againPercent: 0 }), [1]).every((shopper) => shopper.again === null)).toBe(true);
  });
});
