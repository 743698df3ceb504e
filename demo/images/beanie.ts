import { fold, gleam, linear, mix, radial, studio, type Tone, toneOf, wallShadow } from './studio.ts';

const DOME =
  'M212 500C204 380 236 250 318 196C344 180 372 172 400 172C428 172 456 180 482 196C564 250 596 380 588 500Z';
const CUFF =
  'M192 486C190 470 200 462 218 461C330 452 470 452 582 461C600 462 610 470 608 486L602 612C601 630 590 638 572 639C460 650 340 650 228 639C210 638 199 630 198 612Z';

/** A ribbed watch cap with a turned-up cuff. */
export function drawBeanie(title: string, colour: string): string {
  const tone = toneOf(colour);
  return studio({
    title,
    defs: defsOf(tone),
    shadow: wallShadow(`<path d="${DOME}"/><path d="${CUFF}"/>`),
    body: dome() + cuff(tone),
  });
}

function defsOf(tone: Tone): string {
  return (
    radial('dome', '.36 .3 .8', [
      [0, mix(tone.light, tone.base, 0.2)],
      [0.5, tone.base],
      [1, tone.shade],
    ]) +
    linear('cuff', '0 0 1 .05', [
      [0, tone.shade],
      [0.12, tone.base],
      [0.32, tone.light],
      [0.6, tone.base],
      [1, tone.shade],
    ]) +
    `<clipPath id="inDome"><path d="${DOME}"/></clipPath><clipPath id="inCuff"><path d="${CUFF}"/></clipPath>`
  );
}

/** Ribs from the crown to the edge. They are closer together near the sides, because the cap is round. */
function ribs(count: number, rib: (x: number, bend: number) => string): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + 0.5) / count - 0.5) * Math.PI * 0.96;
    return rib(400 + Math.sin(angle) * 196, Math.sin(angle));
  }).join('');
}

function dome(): string {
  const lines = ribs(30, (x, bend) => {
    const top = 400 + bend * 26;
    const middle = 400 + bend * 168;
    return `M${top.toFixed(0)} 178C${(400 + bend * 110).toFixed(0)} 210 ${middle.toFixed(0)} 300 ${x.toFixed(0)} 500`;
  });
  return (
    `<g filter="url(#wool)"><path d="${DOME}" fill="url(#dome)"/><g clip-path="url(#inDome)"><path d="${lines}" fill="none" stroke="#0c0d13" stroke-width="5" opacity=".34"/><path d="${lines}" fill="none" stroke="#fff" stroke-width="3.500" opacity=".13" transform="translate(-6 0)"/></g></g><g clip-path="url(#inDome)">` +
    fold('M216 460C330 448 470 448 586 460', 30, 0.55) +
    fold('M580 300C600 400 596 470 590 500', 40, 0.4) +
    fold('M372 186C390 204 412 204 430 186', 12, 0.4) +
    gleam('M262 330C284 260 330 216 376 200', 26, 0.26) +
    '</g>'
  );
}

function cuff(tone: Tone): string {
  const lines = ribs(30, (x, bend) => `M${x.toFixed(0)} 452L${(400 + bend * 200).toFixed(0)} 650`);
  return (
    `<g filter="url(#wool)"><path d="${CUFF}" fill="url(#cuff)"/><g clip-path="url(#inCuff)"><path d="${lines}" fill="none" stroke="#0c0d13" stroke-width="6" opacity=".36"/><path d="${lines}" fill="none" stroke="#fff" stroke-width="4" opacity=".14" transform="translate(-6 0)"/></g></g><g clip-path="url(#inCuff)">` +
    fold('M196 634C330 650 470 650 604 634', 18, 0.42) +
    gleam('M206 474C330 460 470 460 594 474', 8, 0.34) +
    `</g><rect x="436" y="520" width="86" height="58" rx="3" fill="#000" opacity=".35" transform="translate(3 4)"/><rect x="436" y="520" width="86" height="58" rx="3" fill="#b98a55"/><rect x="441" y="525" width="76" height="48" rx="2" fill="none" stroke="#6f4824" stroke-width="1.600" stroke-dasharray="4 3"/>` +
    `<path d="M458 562l15 -20 9 11 7 -8 18 17z" fill="${tone.deep}" opacity=".85"/>`
  );
}
