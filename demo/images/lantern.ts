import { floorShadow, fold, gleam, linear, mix, radial, studio, type Tone, toneOf } from './studio.ts';

const TANK =
  'M262 586C262 574 272 568 290 567H510C528 568 538 574 538 586L546 672C547 692 534 702 510 703H290C266 702 253 692 254 672Z';
const GLOBE =
  'M334 552C304 512 288 460 298 404C306 360 330 330 352 306H448C470 330 494 360 502 404C512 460 496 512 466 552Z';
const CAP = 'M322 306L338 250C342 240 350 236 362 236H438C450 236 458 240 462 250L478 306Z';

/** A lit, rechargeable storm lantern with a plate for an engraving on its foot. */
export function drawLantern(title: string, metal: string): string {
  const tone = toneOf(metal);
  return studio({
    title,
    floor: 620,
    defs: defsOf(tone),
    shadow: `${floorShadow(400, 700, 148)}<ellipse cx="400" cy="690" rx="330" ry="70" fill="#ffc870" opacity=".34" filter="url(#soft24)"/><circle cx="400" cy="430" r="270" fill="url(#halo)"/>`,
    body: cage('back') + globe() + cage('front') + cap(tone) + tank(tone),
  });
}

function defsOf(tone: Tone): string {
  return (
    linear('metal', '0 0 1 0', [
      [0, tone.shade],
      [0.12, tone.base],
      [0.26, mix(tone.light, '#ffffff', 0.45)],
      [0.36, tone.base],
      [0.62, tone.shade],
      [0.8, tone.base],
      [0.92, tone.light],
      [1, tone.shade],
    ]) +
    linear('wire', '0 0 1 0', [
      [0, tone.deep],
      [0.4, tone.light],
      [1, tone.deep],
    ]) +
    radial('glass', '.5 .58 .62', [
      [0, '#fff8e2', 0.98],
      [0.24, '#ffe2a0', 0.92],
      [0.6, '#ffc766', 0.6],
      [1, '#e8a34a', 0.34],
    ]) +
    radial('halo', '.5 .5 .5', [
      [0, '#ffd58a', 0.75],
      [0.5, '#ffd58a', 0.24],
      [1, '#ffd58a', 0],
    ]) +
    radial('light', '.5 .5 .5', [
      [0, '#ffffff'],
      [0.45, '#fff3cf'],
      [1, '#ffd685', 0],
    ]) +
    `<clipPath id="inGlobe"><path d="${GLOBE}"/></clipPath>`
  );
}

function globe(): string {
  return (
    `<path d="${GLOBE}" fill="url(#glass)"/><g clip-path="url(#inGlobe)">` +
    `<rect x="382" y="470" width="36" height="86" rx="8" fill="#c98f3d" opacity=".75"/><ellipse cx="400" cy="446" rx="54" ry="72" fill="url(#light)"/><path d="M386 470C380 440 394 428 400 404C406 428 420 440 414 470C410 482 390 482 386 470Z" fill="#fff"/>` +
    gleam('M318 500C300 450 304 390 346 336', 12, 0.75) +
    gleam('M484 440C486 470 478 500 464 526', 7, 0.6) +
    fold('M470 552C500 512 514 460 500 400', 16, 0.16) +
    `</g><path d="${GLOBE}" fill="none" stroke="#fff" stroke-width="2.500" opacity=".6"/>`
  );
}

function cage(side: 'back' | 'front'): string {
  const wire = (d: string, width: number) =>
    `<path d="${d}" fill="none" stroke="url(#wire)" stroke-width="${width}" stroke-linecap="round"/>`;
  if (side === 'back')
    return (
      wire('M284 566C246 500 240 360 322 262M516 566C554 500 560 360 478 262', 13) +
      wire('M336 244C240 170 300 70 400 68C500 70 560 170 464 244', 7)
    );
  return (
    wire('M290 438C340 462 460 462 510 438', 5.5) +
    wire('M312 362C350 378 450 378 488 362', 5) +
    gleam('M274 552C246 490 246 380 312 284', 3, 0.5)
  );
}

function cap(tone: Tone): string {
  const vents = [356, 378, 400, 422, 444].map(
    (x) => `<rect x="${x - 4}" y="262" width="8" height="22" rx="4" fill="${tone.deep}"/>`,
  );
  return (
    `<path d="${CAP}" fill="url(#metal)"/>${vents.join('')}<rect x="312" y="298" width="176" height="17" rx="8" fill="url(#metal)"/><path d="M316 313H484" stroke="${tone.deep}" stroke-width="2" opacity=".6"/>` +
    `<rect x="352" y="216" width="96" height="24" rx="9" fill="url(#metal)"/><rect x="374" y="196" width="52" height="24" rx="9" fill="url(#metal)"/><path d="M354 238H446M376 218H424" stroke="${tone.deep}" stroke-width="2" opacity=".5"/>` +
    fold('M328 304L342 252', 6, 0.25)
  );
}

function tank(tone: Tone): string {
  return (
    `<rect x="316" y="544" width="168" height="26" rx="9" fill="url(#metal)"/><path d="M318 568H482" stroke="${tone.deep}" stroke-width="2.500" opacity=".6"/>` +
    `<path d="${TANK}" fill="url(#metal)"/>${fold('M262 594C340 602 460 602 538 594', 8, 0.3)}${gleam('M270 580H530', 5, 0.6)}` +
    fold('M258 694C340 706 460 706 542 694', 12, 0.5) +
    `<path d="M256 664H544" stroke="${tone.deep}" stroke-width="2" opacity=".4"/><path d="M256 667H544" stroke="#fff" stroke-width="1.400" opacity=".3"/>` +
    `<rect x="330" y="610" width="140" height="40" rx="5" fill="${mix(tone.light, '#ffffff', 0.25)}"/><rect x="330" y="610" width="140" height="40" rx="5" fill="none" stroke="${tone.deep}" stroke-width="1.600" opacity=".7"/>` +
    `<circle cx="339" cy="630" r="2.600" fill="${tone.deep}"/><circle cx="461" cy="630" r="2.600" fill="${tone.deep}"/>` +
    `<path d="M352 632c7 -12 11 -12 13 -2s7 8 10 -1 8 -9 10 0 8 7 12 -2 9 -7 10 2 9 5 13 -3 8 -3 14 2" fill="none" stroke="${tone.deep}" stroke-width="2.200" opacity=".8" stroke-linecap="round"/>` +
    `<circle cx="508" cy="632" r="12" fill="${tone.shade}"/><circle cx="508" cy="632" r="12" fill="none" stroke="${tone.light}" stroke-width="2"/><path d="M508 622v9" stroke="#fff" stroke-width="2.400" stroke-linecap="round"/>`
  );
}
