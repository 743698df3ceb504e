import { drawBackpack } from './images/backpack.ts';
import { drawBeanie } from './images/beanie.ts';
import { drawBlanket } from './images/blanket.ts';
import { drawBoots } from './images/boots.ts';
import { drawHeadphones } from './images/headphones.ts';
import { drawHero } from './images/hero.ts';
import { drawJacket } from './images/jacket.ts';
import { drawKettle } from './images/kettle.ts';
import { drawLantern } from './images/lantern.ts';
import { drawMark } from './images/mark.ts';
import { drawMug } from './images/mug.ts';
import { drawTent } from './images/tent.ts';

/** The store's pictures by file name without `.svg`. A function draws each on demand. */
const PICTURES: Record<string, () => string> = {
  hero: drawHero,
  mark: drawMark,
  'aurora-jacket-lichen': () => drawJacket('Aurora Jacket in Lichen', '#5f6f52', '#e8b04a'),
  'aurora-jacket-dusk': () => drawJacket('Aurora Jacket in Dusk', '#3a4664', '#e06a4c'),
  'aurora-jacket-rust': () => drawJacket('Aurora Jacket in Rust', '#b4532f', '#f0e2c0'),
  'skerry-pack-slate': () => drawBackpack('Skerry Pack in Slate', '#4d5963', '#a8743f'),
  'skerry-pack-moss': () => drawBackpack('Skerry Pack in Moss', '#6c6f4a', '#8a5a34'),
  'skerry-pack-clay': () => drawBackpack('Skerry Pack in Clay', '#b0603f', '#5b3b26'),
  'rune-kettle-oatmeal': () => drawKettle('Rune Kettle in Oatmeal', '#ece4d2', '#3b3a38'),
  'rune-kettle-spruce': () => drawKettle('Rune Kettle in Spruce', '#2f4f40', null),
  'rune-kettle-night': () => drawKettle('Rune Kettle in Night', '#27344e', '#dfe3ea'),
  'halla-lantern-brass': () => drawLantern('Halla Lantern in Brass', '#b8893f'),
  'halla-lantern-graphite': () => drawLantern('Halla Lantern in Graphite', '#4a4d52'),
  'tarn-blanket-heather': () => drawBlanket('Tarn Blanket in Heather', '#8a6f86', '#4b4a68'),
  'tarn-blanket-oat': () => drawBlanket('Tarn Blanket in Oat', '#d9c8a8', '#a9764b'),
  'tarn-blanket-pine': () => drawBlanket('Tarn Blanket in Pine', '#3f5a4a', '#7f8f5a'),
  'fell-boots-chestnut': () => drawBoots('Fell Boots in Chestnut', '#8a5a34', '#d8a24a'),
  'fell-boots-peat': () => drawBoots('Fell Boots in Peat', '#3d3b3d', '#b5523a'),
  'skjul-tent': () => drawTent('Skjul Tent', '#c7773a', '#e9e4da'),
  'birk-mug-bone': () => drawMug('Birk Mug in Bone', '#ece4d2', '#4c6472'),
  'birk-mug-spruce': () => drawMug('Birk Mug in Spruce', '#37513f', '#d8c48e'),
  'lull-headphones-oak': () => drawHeadphones('Lull Headphones in Oak', '#8b8880', '#a8743f'),
  'lull-headphones-walnut': () => drawHeadphones('Lull Headphones in Walnut', '#33363d', '#5b3b26'),
  'loden-beanie-rust': () => drawBeanie('Loden Beanie in Rust', '#b4532f'),
  'loden-beanie-moss': () => drawBeanie('Loden Beanie in Moss', '#5d6b45'),
  'loden-beanie-ink': () => drawBeanie('Loden Beanie in Ink', '#2b3850'),
};

/** The names of the products' pictures, which are also in `thumbnails/`, as JPEG. */
export const PRODUCT_PICTURES = Object.keys(PICTURES).filter((name) => name !== 'hero' && name !== 'mark');

export function drawPicture(name: string): string | undefined {
  return Object.hasOwn(PICTURES, name) ? PICTURES[name]?.() : undefined;
}
