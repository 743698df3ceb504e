import { type DemoProduct, unitsOf, variantsOf } from './product.ts';

const pack = variantsOf({
  id: '1002',
  sku: 'SKE',
  price: 16500,
  options: [
    {
      name: 'Colour',
      choices: [
        { name: 'Slate', code: 'SLA', swatch: '#4d5963', picture: 'skerry-pack-slate' },
        { name: 'Moss', code: 'MOS', swatch: '#6c6f4a', picture: 'skerry-pack-moss' },
        { name: 'Clay', code: 'CLA', swatch: '#b0603f', picture: 'skerry-pack-clay' },
      ],
    },
  ],
});

const skerryPack: DemoProduct = {
  ...pack,
  id: '1002',
  handle: 'skerry-pack',
  title: 'Skerry Pack 26 L',
  kind: 'Bags',
  lead: 'A roll-top day pack that keeps its shape empty and its promises full.',
  story: [
    'Waxed canvas outside, a light lining inside so that you can find the black thing at the bottom. The strap is bridle leather from the end of the roll.',
    'It stands by itself, fits under a train seat, and takes a wet jacket in its own compartment.',
  ],
  facts: [
    ['Volume', '26 litres, 31 unrolled'],
    ['Material', 'Waxed organic canvas, bridle leather, brass'],
    ['Weight', '980 g'],
    ['Made in', 'Porto, Portugal'],
  ],
  waitlist: {
    shipsIn: { from: 33, until: 38 },
    description: 'Sewn this month, sent as soon as the buckles are riveted.',
    units: unitsOf(pack.variants, 60, { 'SKE-CLA': 8 }),
  },
};

const tent = variantsOf({
  id: '1007',
  sku: 'SKJ-2P',
  price: 42000,
  picture: 'skjul-tent',
  options: [],
});

const skjulTent: DemoProduct = {
  ...tent,
  id: '1007',
  handle: 'skjul-tent',
  title: 'Skjul Tent 2P',
  kind: 'Shelter',
  lead: 'Two poles, one door, four minutes. Room for two who like each other.',
  story: [
    'The crossing poles carry themselves, so it stands on rock, on a jetty and on the living-room floor the evening before.',
    'We make one colour, because it is the one that is found again in fog.',
  ],
  facts: [
    ['Sleeps', '2, and a dog'],
    ['Packed', '46 × 16 cm, 2.1 kg'],
    ['Fly', 'Ripstop polyester, silicone coated, 3,000 mm'],
    ['Made in', 'Tartu, Estonia'],
  ],
  waitlist: {
    shipsIn: { from: 75, until: 89 },
    limitPerCustomer: 2,
    description: 'Two tents a customer, so that the run goes round.',
    plan: { deposit: { kind: 'percent', value: 2_000 } },
    units: unitsOf(tent.variants, 50),
  },
};

const lantern = variantsOf({
  id: '1004',
  sku: 'HAL',
  price: 12400,
  options: [
    {
      name: 'Finish',
      choices: [
        { name: 'Brass', code: 'BRA', swatch: '#b8893f', picture: 'halla-lantern-brass' },
        { name: 'Graphite', code: 'GRA', swatch: '#4a4d52', picture: 'halla-lantern-graphite' },
      ],
    },
  ],
});

const hallaLantern: DemoProduct = {
  ...lantern,
  id: '1004',
  handle: 'halla-lantern',
  title: 'Halla Lantern',
  kind: 'Light',
  lead: 'A storm lantern without the paraffin: 40 hours of warm light from one charge.',
  story: [
    'It dims from reading light to the last ember with one turn of the knob. The battery is a standard cell behind two screws, and stays replaceable.',
    'The plate on the foot is ours to engrave: a name, a cabin, a date. We cut what you write, letter for letter.',
  ],
  facts: [
    ['Light', '3 to 320 lumens, 2,200 K'],
    ['Battery', '21700 cell, USB-C, replaceable'],
    ['Height', '31 cm with its handle down'],
    ['Made in', 'Fiskars, Finland'],
  ],
  waitlist: {
    shipsIn: { from: 24, until: 31 },
    limitPerCustomer: 5,
    description: 'Engraving takes a day; the window below includes it.',
    units: unitsOf(lantern.variants, 35),
  },
  shows: { engraving: { label: 'Engraving', lengthMax: 24 } },
};

export const CAMP = [skerryPack, skjulTent, hallaLantern];
