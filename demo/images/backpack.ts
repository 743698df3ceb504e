import { floorShadow, fold, gleam, linear, mix, seam, stitches, studio, type Tone, toneOf } from './studio.ts';

const BODY =
  'M266 236C250 300 238 400 236 520C234 612 238 664 252 688C262 704 284 709 320 711C372 714 428 714 480 711C516 709 538 704 548 688C562 664 566 612 564 520C562 400 550 300 534 236Z';
const ROLL =
  'M264 150C300 140 500 140 536 150C548 154 553 166 552 182L547 238C500 250 300 250 253 238L248 182C247 166 252 154 264 150Z';
const POCKET =
  'M284 436C340 426 460 426 516 436C527 520 530 604 522 670C520 685 510 691 496 692C430 697 370 697 304 692C290 691 280 685 278 670C270 604 273 520 284 436Z';

/** A roll-top day pack, seen from the front, standing. */
export function drawBackpack(title: string, colour: string, trim: string): string {
  const tone = toneOf(colour);
  const leather = toneOf(trim);
  return studio({
    title,
    floor: 640,
    defs: defsOf(tone, leather),
    shadow: floorShadow(400, 708, 156),
    body: straps(tone) + body() + pocket() + roll() + buckle(leather),
  });
}

function defsOf(tone: Tone, leather: Tone): string {
  const side = [
    [0, tone.shade],
    [0.14, tone.base],
    [0.32, tone.light],
    [0.58, tone.base],
    [0.88, tone.shade],
    [1, tone.deep],
  ] as const;
  return (
    linear('body', '0 0 1 .12', side) +
    linear('roll', '0 0 0 1', [
      [0, tone.light],
      [0.35, tone.base],
      [1, tone.shade],
    ]) +
    linear('pocket', '0 0 1 .3', [
      [0, tone.base],
      [0.3, mix(tone.light, tone.base, 0.3)],
      [0.7, tone.base],
      [1, tone.shade],
    ]) +
    linear('leather', '0 0 1 1', [
      [0, leather.light],
      [0.5, leather.base],
      [1, leather.shade],
    ]) +
    linear('metal', '0 0 1 1', [
      [0, '#f4f1ea'],
      [0.45, '#9d9a94'],
      [0.55, '#6f6d69'],
      [1, '#c9c5bc'],
    ]) +
    `<clipPath id="inBody"><path d="${BODY}"/></clipPath><clipPath id="inRoll"><path d="${ROLL}"/></clipPath>`
  );
}

function straps(tone: Tone): string {
  const strap = 'M262 262C206 306 184 430 200 560C206 604 222 640 248 656';
  const far = 'M538 262C594 306 616 430 600 560C594 604 578 640 552 656';
  const one = (d: string, colour: string) =>
    `<g filter="url(#cloth)"><path d="${d}" fill="none" stroke="${colour}" stroke-width="32" stroke-linecap="round"/></g><path d="${d}" fill="none" stroke="#fff" opacity=".22" stroke-width="1.600" stroke-dasharray="6 5"/>`;
  return one(strap, tone.shade) + gleam('M246 280C206 326 186 420 192 520', 5, 0.3) + one(far, tone.deep);
}

function body(): string {
  return (
    `<g filter="url(#cloth)"><path d="${BODY}" fill="url(#body)"/></g><g clip-path="url(#inBody)">` +
    fold('M262 254C340 276 460 276 538 254', 26, 0.5) +
    fold('M300 300C316 350 316 392 306 420', 14, 0.22) +
    fold('M498 300C482 350 484 392 496 420', 14, 0.24) +
    fold('M262 430C340 412 460 412 540 430', 20, 0.34) +
    fold('M250 700C340 716 460 716 552 700', 22, 0.5) +
    gleam('M288 300C276 360 268 470 268 560', 16, 0.24) +
    `</g>${seam('M262 330C330 342 470 342 538 330')}${stitches('M262 337C330 349 470 349 538 337')}` +
    `<path d="M250 396H300M500 396H551" stroke="#17191f" stroke-width="13"/><path d="M250 391H300M500 391H551" stroke="#fff" stroke-width="1.500" opacity=".25"/><rect x="292" y="386" width="22" height="20" rx="4" fill="#1b1d23"/><rect x="486" y="386" width="22" height="20" rx="4" fill="#1b1d23"/>`
  );
}

function pocket(): string {
  return (
    `<path d="${POCKET}" fill="#0c0d12" opacity=".4" transform="translate(3 6)" filter="url(#soft5)"/><g filter="url(#cloth)"><path d="${POCKET}" fill="url(#pocket)"/></g>` +
    fold('M300 660C340 676 460 676 504 656', 14, 0.3) +
    fold('M322 520C340 560 338 610 318 640', 16, 0.18) +
    gleam('M300 456C294 520 292 580 296 640', 10, 0.2) +
    `<path d="M296 470C350 461 450 461 504 470" fill="none" stroke="#0c0d12" stroke-width="8" opacity=".6"/><path d="M296 470C350 461 450 461 504 470" fill="none" stroke="#cbb891" stroke-width="2.400" stroke-dasharray="2.400 2.400"/>` +
    `${seam(POCKET, 1.4)}<rect x="480" y="466" width="9" height="34" rx="3.500" fill="url(#leather)"/>`
  );
}

function roll(): string {
  return (
    `<g filter="url(#cloth)"><path d="${ROLL}" fill="url(#roll)"/></g><g clip-path="url(#inRoll)">` +
    fold('M246 190C320 204 480 204 556 190', 9, 0.42) +
    gleam('M252 166C330 154 470 154 548 166', 9, 0.34) +
    gleam('M250 204C330 216 470 216 552 204', 6, 0.24) +
    fold('M250 240C330 254 470 254 552 240', 14, 0.5) +
    fold('M540 150C552 180 548 214 540 244', 16, 0.4) +
    `</g><path d="M258 166C262 190 262 214 256 236" stroke="#0b0c12" opacity=".35" stroke-width="2" fill="none"/><path d="M542 166C538 190 538 214 544 236" stroke="#0b0c12" opacity=".35" stroke-width="2" fill="none"/>`
  );
}

function buckle(leather: Tone): string {
  return (
    `<path d="M352 146C356 96 444 96 448 146" fill="none" stroke="#16181e" stroke-width="15"/><path d="M356 142C362 104 438 104 444 142" fill="none" stroke="#fff" stroke-width="1.500" opacity=".24"/>` +
    `<path d="M380 138h40v250h-40z" fill="#000" opacity=".3" filter="url(#soft5)" transform="translate(5 5)"/><path d="M381 138h38v232h-38z" fill="url(#leather)"/>` +
    `<path d="M386 142v222M414 142v222" stroke="${leather.light}" stroke-width="1.600" stroke-dasharray="5 4" opacity=".8"/>` +
    `<path d="M380 366h40v44c0 12 -8 20 -20 20s-20 -8 -20 -20z" fill="url(#leather)"/>` +
    `<rect x="372" y="352" width="56" height="36" rx="6" fill="none" stroke="url(#metal)" stroke-width="7"/><path d="M400 350v42" stroke="url(#metal)" stroke-width="6" stroke-linecap="round"/>` +
    [242, 268, 294].map((y) => `<circle cx="400" cy="${y}" r="3" fill="#150f0a" opacity=".7"/>`).join('') +
    `<rect x="356" y="566" width="88" height="46" rx="4" fill="url(#leather)"/><rect x="361" y="571" width="78" height="36" rx="3" fill="none" stroke="${leather.light}" stroke-width="1.500" stroke-dasharray="4 3" opacity=".7"/>` +
    `<path d="M378 596l14 -17 8 9 6 -7 16 15z" fill="${leather.deep}" opacity=".75"/>`
  );
}
