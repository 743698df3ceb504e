import { type DemoProduct, unitsOf, variantsOf } from './product.ts';

const kettle = variantsOf({
  id: '1003',
  sku: 'RUN',
  price: 9800,
  options: [
    {
      name: 'Enamel',
      choices: [
        { name: 'Oatmeal', code: 'OAT', swatch: '#ece4d2', picture: 'rune-kettle-oatmeal' },
        { name: 'Spruce', code: 'SPR', swatch: '#2f4f40', picture: 'rune-kettle-spruce' },
        { name: 'Night', code: 'NIG', swatch: '#27344e', picture: 'rune-kettle-night' },
      ],
    },
  ],
});

const runeKettle: DemoProduct = {
  ...kettle,
  id: '1003',
  handle: 'rune-kettle',
  title: 'Rune Kettle 1.6 L',
  kind: 'Kitchen',
  lead: 'Enamelled steel for the stove at home and the fire away from it.',
  story: [
    'Two coats of enamel over a steel body, fired at 820 °C. The spout pours a thin, straight line, because coffee is better for it.',
    'It works on gas, wood, induction and embers. Flecks fall where they like, so no two are alike.',
  ],
  facts: [
    ['Volume', '1.6 litres'],
    ['Material', 'Enamelled steel, ash grip'],
    ['Weight', '1.1 kg'],
    ['Made in', 'Olkusz, Poland'],
  ],
  waitlist: {
    shipsIn: { from: 19, until: 24 },
    description: 'Pre-order price: 98 euros instead of 112 until the kettles leave the kiln.',
    units: unitsOf(kettle.variants, 80),
    compareAtPrice: 11200,
  },
};

const blanket = variantsOf({
  id: '1005',
  sku: 'TAR',
  price: 17800,
  options: [
    {
      name: 'Check',
      choices: [
        { name: 'Heather', code: 'HEA', swatch: '#8a6f86', picture: 'tarn-blanket-heather' },
        { name: 'Oat', code: 'OAT', swatch: '#d9c8a8', picture: 'tarn-blanket-oat' },
        { name: 'Pine', code: 'PIN', swatch: '#3f5a4a', picture: 'tarn-blanket-pine' },
      ],
    },
  ],
});

const tarnBlanket: DemoProduct = {
  ...blanket,
  id: '1005',
  handle: 'tarn-blanket',
  title: 'Tarn Blanket',
  kind: 'Textiles',
  lead: 'Woven on one loom, by one weaver, until the yarn is gone.',
  story: [
    'A hundred and thirty by two hundred centimetres of new wool, brushed on one side. The check is dyed before it is spun, so it does not fade where the sun finds it.',
    'The Heather yarn is nearly used up: one blanket is left on the loom, and there will be no other.',
  ],
  facts: [
    ['Wool', '100% new wool from Åland and Gotland'],
    ['Size', '130 × 200 cm and the fringe'],
    ['Weight', '1.3 kg'],
    ['Made in', 'Åland, Finland'],
  ],
  waitlist: {
    shipsIn: { from: 28, until: 35 },
    description: 'The last of this year’s yarn.',
    units: unitsOf(blanket.variants, 24, { 'TAR-HEA': 1, 'TAR-OAT': 3 }),
  },
};

const headphones = variantsOf({
  id: '1009',
  sku: 'LUL',
  price: 21900,
  options: [
    {
      name: 'Wood',
      choices: [
        { name: 'Oak', code: 'OAK', swatch: '#a8743f', picture: 'lull-headphones-oak' },
        { name: 'Walnut', code: 'WAL', swatch: '#5b3b26', picture: 'lull-headphones-walnut' },
      ],
    },
  ],
});

const lullHeadphones: DemoProduct = {
  ...headphones,
  id: '1009',
  handle: 'lull-headphones',
  title: 'Lull Headphones',
  kind: 'Sound',
  lead: 'Turned wood, wool felt and a cable that can be unplugged: for the end of the evening.',
  story: [
    'The caps are turned from offcuts of the furniture maker next door, the band is covered with the felt of our blankets.',
    'No app, no battery, no lights. They fold flat beside a book.',
  ],
  facts: [
    ['Drivers', '40 mm, open back, 32 Ω'],
    ['Cable', '1.5 m, detachable, 3.5 mm and USB-C'],
    ['Weight', '246 g'],
    ['Made in', 'Fiskars, Finland'],
  ],
  waitlist: {
    shipsIn: { from: 54, until: 61 },
    description: 'Walnut is all spoken for. Oak is being turned.',
    plan: { plan: 'pay_later' },
    units: unitsOf(headphones.variants, 45, { 'LUL-WAL': 0 }),
  },
};

const mug = variantsOf({
  id: '1008',
  sku: 'BIR',
  price: 2400,
  options: [
    {
      name: 'Enamel',
      choices: [
        { name: 'Bone', code: 'BON', swatch: '#ece4d2', picture: 'birk-mug-bone' },
        { name: 'Spruce', code: 'SPR', swatch: '#37513f', picture: 'birk-mug-spruce' },
      ],
    },
  ],
});

const birkMug: DemoProduct = {
  ...mug,
  id: '1008',
  handle: 'birk-mug',
  title: 'Birk Mug',
  kind: 'Kitchen',
  lead: 'The mug from the Rune’s kiln: enamel, a dark rim, three hills around it.',
  story: [
    'Holds a large coffee or a small soup. It chips if you drop it on granite, and is only better for it.',
    'Every mug of this firing is sold. The button says so, and stays where it is for the next one.',
  ],
  facts: [
    ['Volume', '4 dl'],
    ['Material', 'Enamelled steel'],
    ['Made in', 'Olkusz, Poland'],
  ],
  waitlist: {
    shipsIn: { from: 19, until: 24 },
    description: 'This firing is sold out.',
    units: unitsOf(mug.variants, 0),
  },
};

export const HOME = [runeKettle, tarnBlanket, lullHeadphones, birkMug];
