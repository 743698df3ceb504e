import { expect, test } from 'vitest';
import type { SwapChoice, SwapOption } from '../../../protocol/schema/status-api.ts';
import {
  choicesOf,
  chooseValue,
  countOf,
  differenceOf,
  differencesOf,
  ownValues,
  valuesOf,
  variantOf,
} from './swap-choices.ts';

const option = (
  values: string[],
  { left = true, held = null as SwapOption['held'], title = values.join(' / ') } = {},
): SwapOption => ({
  variantId: `id of ${title}`,
  title,
  ships: '10–15 June 2030',
  moved: false,
  left,
  held,
  most: left ? 9 : 0,
  now: 0,
  later: 0,
  also: [],
  values,
});

// Sizes and colours. Small is not made in blue, and large is sold out in red. The line item is medium and red.
const SHIRT: SwapChoice = {
  names: ['Size', 'Fabric', 'Colour'],
  options: [
    option(['S', 'Wool', 'Red']),
    option(['M', 'Wool', 'Blue']),
    option(['L', 'Wool', 'Red'], { left: false }),
    option(['L', 'Wool', 'Blue']),
    option(['XL', 'Wool', 'Red'], { left: false }),
  ],
  own: { values: ['M', 'Wool', 'Red'], position: 1 },
};
const shirt = choicesOf(SHIRT, 'M / Wool / Red');

test('only options in which variants differ are shown, with the values in the order of the catalogue', () => {
  expect(shirt.names).toEqual(['Size', 'Colour']);
  expect(ownValues(shirt)).toEqual(['M', 'Red']);
  expect(valuesOf(shirt, ['M', 'Red'], 0).map(({ text }) => text)).toEqual(['S', 'M', 'L', 'XL']);
});

test('a value that is sold out in every combination cannot be chosen', () => {
  expect(valuesOf(shirt, ['M', 'Red'], 0).map(({ reason }) => reason)).toEqual([null, null, null, 'sold_out']);
});

test('a value whose last units others are paying for says until when, and not that it is sold out', () => {
  const late = { text: 'back from {time}', until: '2030-06-01T10:10:00.000Z' };
  const early = { text: 'back from {time}', until: '2030-06-01T10:05:00.000Z' };
  const unknown = { text: 'others buy them', until: null };
  const held = choicesOf(
    {
      ...SHIRT,
      options: [
        option(['S', 'Wool', 'Red'], { left: false }),
        option(['L', 'Wool', 'Red'], { left: false, held: late }),
        option(['L', 'Wool', 'Blue'], { left: false, held: early }),
        option(['XL', 'Wool', 'Red'], { left: false, held: unknown }),
      ],
    },
    'M / Wool / Red',
  );
  expect(valuesOf(held, ['M', 'Red'], 0).map(({ reason }) => reason)).toEqual(['sold_out', null, early, unknown]);
});

test('a value of a later option says why it cannot be had with the ones before it', () => {
  expect(valuesOf(shirt, ['S', 'Red'], 1)).toEqual([
    { value: 'Red', text: 'Red', reason: null },
    { value: 'Blue', text: 'Blue', reason: 'missing' },
  ]);
  expect(valuesOf(shirt, ['L', null], 1).map(({ reason }) => reason)).toEqual(['sold_out', null]);
});

test('a choice keeps what was chosen after it, if that can be had', () => {
  expect(chooseValue(shirt, ['M', 'Red'], { at: 0, value: 'S' })).toEqual(['S', 'Red']);
  expect(chooseValue(shirt, ['M', 'Red'], { at: 0, value: 'L' })).toEqual(['L', null]);
  expect(chooseValue(shirt, ['L', null], { at: 1, value: 'Blue' })).toEqual(['L', 'Blue']);
});

test('every variant that is left can be reached from the own one', () => {
  for (const { values, left, variantId } of SHIRT.options) {
    const [size = '', , colour = ''] = values;
    const chosen = chooseValue(shirt, chooseValue(shirt, ownValues(shirt), { at: 0, value: size }), {
      at: 1,
      value: colour,
    });
    if (left) expect(variantOf(shirt, chosen)).toMatchObject({ variantId });
  }
});

test('the own variant and a missing value are no other variant', () => {
  expect(variantOf(shirt, ['M', 'Red'])).toBe('own');
  expect(variantOf(shirt, ['L', null])).toBeNull();
});

test('the chosen variant is named by what differs, and without options by its title', () => {
  const named = (values: string[]) => differenceOf(shirt, values, option(values));
  expect([named(['S', 'Red']), named(['M', 'Blue']), named(['L', 'Blue'])]).toEqual(['S', 'Blue', 'L / Blue']);
  const plain = option([], { title: 'Matt' });
  const pots = choicesOf({ names: [], options: [plain], own: { values: [], position: 0 } }, 'Glazed');
  expect(differenceOf(pots, [plain.variantId], plain)).toBe('Matt');
});

test('without options each variant is chosen by its title, also where two have the same', () => {
  const bag = choicesOf(
    {
      names: [],
      options: [option([], { title: 'Large' }), { ...option([], { title: 'Large' }), variantId: 'second' }],
      own: { values: [], position: 2 },
    },
    'Small',
  );
  expect(bag.names).toEqual(['']);
  const values = valuesOf(bag, ['Small'], 0);
  expect(values.map(({ text }) => text)).toEqual(['Large', 'Large', 'Small']);
  expect(variantOf(bag, chooseValue(bag, ['Small'], { at: 0, value: 'second' }))).toMatchObject({
    variantId: 'second',
  });
});

test('options that do not tell the variants apart are not used', () => {
  const twice = choicesOf(
    { names: ['Size'], options: [option(['S'], { title: 'S, left' })], own: { values: ['S'], position: 0 } },
    'S, right',
  );
  expect(valuesOf(twice, ['S, right'], 0).map(({ text }) => text)).toEqual(['S, right', 'S, left']);
});

test('says how many can be swapped at once: as many as are left, also where something has to be paid first', () => {
  const few = { ...option(['S']), most: 2 };
  expect([1, 2, 3].map((wanted) => countOf(few, wanted))).toEqual([1, 2, 2]);
  expect(countOf({ ...few, now: 500 }, 3)).toBe(2);
  expect(countOf({ ...few, most: 0 }, 3)).toBe(1);
});

test('adds up the differences of as many line items, each with its own cents', () => {
  const rounded = {
    ...option(['S']),
    now: -334,
    also: [
      { now: -333, later: 5 },
      { now: -333, later: 0 },
    ],
  };
  expect(differencesOf(rounded, 1)).toEqual({ now: -334, later: 0 });
  expect(differencesOf(rounded, 2)).toEqual({ now: -667, later: 5 });
});
