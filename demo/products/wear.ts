import { type DemoProduct, unitsOf, variantsOf } from './product.ts';

const jacket = variantsOf({
  id: '1001',
  sku: 'AUR',
  price: 28900,
  options: [
    {
      name: 'Colour',
      choices: [
        { name: 'Lichen', code: 'LIC', swatch: '#5f6f52', picture: 'aurora-jacket-lichen' },
        { name: 'Dusk', code: 'DSK', swatch: '#3a4664', picture: 'aurora-jacket-dusk' },
        { name: 'Rust', code: 'RST', swatch: '#b4532f', picture: 'aurora-jacket-rust' },
      ],
    },
    {
      name: 'Size',
      choices: [
        { name: 'S', code: 'S' },
        { name: 'M', code: 'M' },
        { name: 'L', code: 'L' },
        { name: 'XL', code: 'XL' },
      ],
    },
  ],
});

const auroraJacket: DemoProduct = {
  ...jacket,
  id: '1001',
  handle: 'aurora-jacket',
  title: 'Aurora Jacket',
  kind: 'Outerwear',
  lead: 'A three-layer shell for the months when the weather makes the plans.',
  story: [
    'We have cut the Aurora the same way since the second winter: long enough to sit on, a hood that turns with your head, and one pocket where you can reach it under a pack.',
    'The outer face is recycled nylon, taped at every seam, quiet enough to hear the snow. It comes back from us repaired as often as you send it.',
  ],
  facts: [
    ['Outer', '100% recycled nylon, 3 layers, PFC-free finish'],
    ['Water column', '20,000 mm'],
    ['Weight', '640 g in size M'],
    ['Made in', 'Porto, Portugal'],
  ],
  waitlist: {
    shipsIn: { from: 47, until: 54 },
    description: 'The autumn run is being cut in Porto. Orders are packed in the order they came.',
    units: unitsOf(jacket.variants, 40, { 'AUR-RST-S': 6, 'AUR-DSK-XL': 0 }),
  },
};

const boots = variantsOf({
  id: '1006',
  sku: 'FEL',
  price: 23900,
  options: [
    {
      name: 'Leather',
      choices: [
        { name: 'Chestnut', code: 'CHE', swatch: '#8a5a34', picture: 'fell-boots-chestnut' },
        { name: 'Peat', code: 'PEA', swatch: '#3d3b3d', picture: 'fell-boots-peat' },
      ],
    },
    {
      name: 'Size',
      choices: ['38', '39', '40', '41', '42', '43', '44', '45'].map((name) => ({ name, code: name })),
    },
  ],
});

const fellBoots: DemoProduct = {
  ...boots,
  id: '1006',
  handle: 'fell-boots',
  title: 'Fell Boots',
  kind: 'Footwear',
  lead: 'Full-grain leather on a sole that can be replaced twice.',
  story: [
    'The last is broad at the toes and narrow at the heel, so the boot walks with you on the first day and not on the tenth.',
    'The spring run is sold out. The next one opens for pre-order when the tannery has sent the leather, and not before.',
  ],
  facts: [
    ['Upper', '2.4 mm full-grain leather, vegetable tanned'],
    ['Sole', 'Natural rubber, stitched, replaceable'],
    ['Weight', '1,240 g a pair in size 42'],
    ['Made in', 'Montebelluna, Italy'],
  ],
  waitlist: {
    launchesIn: 120,
    shipsIn: { from: 190, until: 204 },
    description: 'The next run of Fell Boots, 30 pairs of a size.',
    units: unitsOf(boots.variants, 30),
  },
  shows: { fallbackToSoldOut: true },
};

const beanie = variantsOf({
  id: '1010',
  sku: 'LOD',
  price: 4500,
  inStock: 60,
  options: [
    {
      name: 'Colour',
      choices: [
        { name: 'Rust', code: 'RST', swatch: '#b4532f', picture: 'loden-beanie-rust' },
        { name: 'Moss', code: 'MOS', swatch: '#5d6b45', picture: 'loden-beanie-moss' },
        { name: 'Ink', code: 'INK', swatch: '#2b3850', picture: 'loden-beanie-ink' },
      ],
    },
  ],
});

const lodenBeanie: DemoProduct = {
  ...beanie,
  id: '1010',
  handle: 'loden-beanie',
  title: 'Loden Beanie',
  kind: 'Headwear',
  lead: 'Rib-knitted from boiled lambswool, with a cuff that stays where you fold it.',
  story: [
    'One machine, one knitter, about eleven an hour. The wool is washed twice so that it no longer shrinks, which leaves it dense enough for wind.',
    'There are enough of these on the shelf, so there is no waitlist, and the pre-order button keeps out of the way.',
  ],
  facts: [
    ['Yarn', '100% lambswool'],
    ['Size', 'One, 54–61 cm'],
    ['Made in', 'Kauhajoki, Finland'],
  ],
  waitlist: null,
};

export const WEAR = [auroraJacket, fellBoots, lodenBeanie];
