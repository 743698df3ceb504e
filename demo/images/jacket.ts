import { fold, gleam, linear, mix, radial, seam, stitches, studio, type Tone, toneOf, wallShadow } from './studio.ts';

const TORSO =
  'M318 238C304 242 294 250 289 266C282 300 285 345 282 384C276 474 266 580 257 678C256 692 263 699 275 701C355 712 445 712 525 701C537 699 544 692 543 678C534 580 524 474 518 384C515 345 518 300 511 266C506 250 496 242 482 238Z';
const SLEEVE =
  'M316 238C274 246 244 272 229 322C210 398 186 498 165 606C163 619 168 626 179 629L223 639C235 641 241 636 243 625C254 548 272 474 300 404C306 350 308 290 316 238Z';
const HOOD =
  'M330 262C306 226 300 168 318 128C334 92 368 78 400 78C432 78 466 92 482 128C500 168 494 226 470 262C448 280 352 280 330 262Z';
const OPENING =
  'M352 250C336 218 332 170 347 140C359 116 380 108 400 108C420 108 441 116 453 140C468 170 464 218 448 250C432 262 368 262 352 250Z';
const COLLAR =
  'M334 222C352 252 380 262 400 263C420 262 448 252 466 222C474 240 478 258 476 276C452 300 348 300 324 276C322 258 326 240 334 222Z';
const YOKE =
  'M318 238C304 242 294 250 289 266C285 284 284 304 284 326C330 344 362 352 400 354C438 352 470 344 516 326C516 304 515 284 511 266C506 250 496 242 482 238Z';

const mirrored = (shape: string) => `<g transform="matrix(-1 0 0 1 800 0)">${shape}</g>`;

/** A hooded shell with a contrasting yoke, on an invisible hanger. */
export function drawJacket(title: string, colour: string, zip: string): string {
  const tone = toneOf(colour);
  const yoke = toneOf(mix(colour, '#12141c', 0.42));
  return studio({
    title,
    defs: defsOf(tone, yoke),
    shadow: wallShadow(
      `<path d="${TORSO}"/><path d="${SLEEVE}"/>${mirrored(`<path d="${SLEEVE}"/>`)}<path d="${HOOD}"/>`,
    ),
    body: hoodBack(tone) + sleeves() + torso(zip) + collar(zip),
  });
}

function defsOf(tone: Tone, yoke: Tone): string {
  return (
    linear('body', '0 0 1 .15', [
      [0, tone.shade],
      [0.1, tone.base],
      [0.3, tone.light],
      [0.52, tone.base],
      [0.86, tone.shade],
      [1, tone.deep],
    ]) +
    linear('sleeve', '0 0 1 .1', [
      [0, tone.base],
      [0.3, tone.light],
      [0.62, tone.base],
      [1, tone.shade],
    ]) +
    linear('sleeveFar', '1 0 0 .1', [
      [0, tone.deep],
      [0.35, tone.shade],
      [0.7, tone.base],
      [1, tone.shade],
    ]) +
    linear('yoke', '0 0 1 .2', [
      [0, yoke.base],
      [0.3, yoke.light],
      [0.6, yoke.base],
      [1, yoke.shade],
    ]) +
    linear('hood', '0 0 1 .3', [
      [0, tone.base],
      [0.28, tone.light],
      [0.6, tone.base],
      [1, tone.shade],
    ]) +
    radial('inside', '.5 .2 .9', [
      [0, mix(tone.deep, '#000000', 0.35)],
      [0.6, tone.deep],
      [1, tone.shade],
    ]) +
    `<clipPath id="inTorso"><path d="${TORSO}"/></clipPath><clipPath id="inSleeve"><path d="${SLEEVE}"/></clipPath><clipPath id="inHood"><path d="${HOOD}"/></clipPath>`
  );
}

function hoodBack(tone: Tone): string {
  return (
    `<g filter="url(#cloth)"><path d="${HOOD}" fill="url(#hood)"/></g><g clip-path="url(#inHood)">` +
    gleam('M330 200C322 160 336 118 366 98', 16, 0.36) +
    fold('M478 140C496 180 488 230 468 260', 24, 0.4) +
    seam('M372 82C362 96 358 104 356 122') +
    seam('M428 82C438 96 442 104 444 122') +
    `</g><path d="${OPENING}" fill="url(#inside)"/><path d="${OPENING}" fill="none" stroke="${tone.light}" stroke-width="3" opacity=".5"/>` +
    `<path d="M372 246C384 214 416 214 428 246" fill="none" stroke="${tone.shade}" stroke-width="5" opacity=".8"/>` +
    `<rect x="386" y="196" width="28" height="13" rx="2" fill="#e9e3d6" opacity=".82"/><path d="M391 202.500h18" stroke="#555" stroke-width="1.600"/>`
  );
}

function sleeveShape(fill: string): string {
  return (
    `<g filter="url(#cloth)"><path d="${SLEEVE}" fill="url(#${fill})"/></g><g clip-path="url(#inSleeve)">` +
    fold('M206 430C232 448 254 446 276 424', 12, 0.32) +
    fold('M198 462C222 482 246 478 262 462', 9, 0.26) +
    gleam('M210 446C230 462 248 462 266 446', 6, 0.22) +
    fold('M262 290C254 330 262 366 292 392', 18, 0.3) +
    fold('M186 560C204 570 226 566 244 556', 8, 0.2) +
    fold('M302 250C306 310 304 370 296 420', 20, 0.45) +
    seam('M236 300C258 304 288 300 310 290') +
    `</g>${seam('M171 582C192 592 222 598 248 598')}<path d="M176 596l30 8v19l-33 -8z" fill="#0d0f15" opacity=".5"/><path d="M177 597l28 7" stroke="#fff" stroke-width="1.500" opacity=".35"/>`
  );
}

function sleeves(): string {
  return sleeveShape('sleeve') + mirrored(sleeveShape('sleeveFar'));
}

function torso(zip: string): string {
  return (
    `<g filter="url(#cloth)"><path d="${TORSO}" fill="url(#body)"/><path d="${YOKE}" fill="url(#yoke)"/></g><g clip-path="url(#inTorso)">` +
    fold('M284 330C282 450 270 580 256 700', 26, 0.4) +
    fold('M516 330C520 450 532 580 544 700', 34, 0.5) +
    fold('M300 420C330 470 330 520 312 560', 18, 0.2) +
    fold('M494 410C470 470 474 530 490 590', 20, 0.22) +
    fold('M330 640C350 600 352 560 344 530', 14, 0.16) +
    gleam('M338 380C330 450 322 540 316 640', 22, 0.16) +
    gleam('M300 252C292 270 290 300 290 318', 9, 0.22) +
    fold('M330 288C360 306 440 306 470 288', 18, 0.5) +
    `</g>${seam('M284 326C330 344 362 352 400 354C438 352 470 344 516 326')}${stitches('M286 334C330 352 362 360 400 362C438 360 470 352 514 334')}` +
    pocket() +
    mirrored(pocket()) +
    `<path d="M452 382l6 66" stroke="#0b0c12" stroke-width="4.500" opacity=".65"/><path d="M452 382l6 66" stroke="${zip}" stroke-width="1.600" stroke-dasharray="2 2.500"/><rect x="449.500" y="376" width="6" height="17" rx="3" fill="${zip}"/>` +
    `<path d="M400 292V706" stroke="#0b0c12" stroke-width="9" opacity=".55"/><path d="M400 292V706" stroke="${zip}" stroke-width="3.200" stroke-dasharray="2.200 2.400" opacity=".9"/>` +
    `<path d="M407 294V706" stroke="#fff" stroke-width="1.400" opacity=".2"/>${seam('M261 664C350 678 450 678 539 664')}` +
    `<path d="M300 372h34" stroke="#f2ead8" stroke-width="7" opacity=".9"/><path d="M300 372h34" stroke="#f2ead8" stroke-width="7"/><path d="M306 372h9m3 0h9" stroke="#3b3f46" stroke-width="2.400"/>`
  );
}

function pocket(): string {
  return `<path d="M316 520L294 612" stroke="#0b0c12" stroke-width="6" opacity=".55" stroke-linecap="round"/><path d="M319 522L297 613" stroke="#fff" stroke-width="1.500" opacity=".22"/>${seam('M336 500C330 556 322 610 316 660', 1.6)}`;
}

function collar(zip: string): string {
  return (
    `<g filter="url(#cloth)"><path d="${COLLAR}" fill="url(#yoke)"/></g>${seam('M325 276C350 298 450 298 475 276')}` +
    gleam('M340 236C356 260 376 268 396 270', 6, 0.3) +
    `<path d="M400 262V296" stroke="#0b0c12" stroke-width="9" opacity=".55"/><path d="M400 262V296" stroke="${zip}" stroke-width="3.200" stroke-dasharray="2.200 2.400"/>` +
    `<rect x="395.500" y="270" width="9" height="26" rx="4" fill="${zip}"/><rect x="397.500" y="290" width="5" height="22" rx="2.500" fill="${zip}" opacity=".85"/>` +
    `<path d="M346 268C342 300 344 330 340 352" fill="none" stroke="#15171d" stroke-width="3.500"/><path d="M454 268C458 300 456 326 461 346" fill="none" stroke="#15171d" stroke-width="3.500"/><rect x="336" y="350" width="7" height="15" rx="3" fill="#1c1f27"/><rect x="458" y="344" width="7" height="15" rx="3" fill="#1c1f27"/>`
  );
}
