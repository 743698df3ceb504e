import { floorShadow, fold, gleam, linear, mix, radial, studio, type Tone, toneOf } from './studio.ts';

const CUP = 'M236 330H520L508 640C506 664 486 680 456 682C410 685 346 685 300 682C270 680 250 664 248 640Z';

/** An enamel mug with a dark rim and a landscape of three hills around it. */
export function drawMug(title: string, colour: string, print: string): string {
  const tone = toneOf(colour);
  return studio({
    title,
    floor: 580,
    defs: defsOf(tone),
    shadow: floorShadow(384, 680, 142),
    body: handle(tone) + cup(print) + rim(tone),
  });
}

function defsOf(tone: Tone): string {
  return (
    linear('cup', '0 0 1 .05', [
      [0, tone.shade],
      [0.1, tone.base],
      [0.28, tone.light],
      [0.56, tone.base],
      [0.88, tone.shade],
      [1, mix(tone.shade, tone.deep, 0.4)],
    ]) +
    linear('inside', '0 0 1 0', [
      [0, tone.deep],
      [0.5, tone.shade],
      [1, tone.base],
    ]) +
    linear('handle', '0 0 1 1', [
      [0, tone.light],
      [0.5, tone.base],
      [1, tone.shade],
    ]) +
    radial('coffee', '.4 .4 .8', [
      [0, '#6b432a'],
      [0.7, '#3a2114'],
      [1, '#1d100a'],
    ]) +
    `<clipPath id="inCup"><path d="${CUP}"/></clipPath>`
  );
}

function handle(tone: Tone): string {
  const ear = 'M510 396C600 380 644 430 628 500C614 560 560 592 498 590';
  return (
    `<path d="${ear}" fill="none" stroke="${tone.deep}" stroke-width="33" stroke-linecap="round"/><path d="${ear}" fill="none" stroke="url(#handle)" stroke-width="28" stroke-linecap="round"/>` +
    gleam('M520 388C590 378 630 420 620 480', 6, 0.6) +
    fold('M500 600C550 600 600 570 624 520', 8, 0.3)
  );
}

function cup(print: string): string {
  return (
    `<path d="${CUP}" fill="url(#cup)"/><g clip-path="url(#inCup)"><g fill="${print}"><circle cx="436" cy="478" r="21" opacity=".85"/><path d="M230 590C270 548 296 520 326 496C352 524 372 548 396 566C424 540 446 520 470 512C494 536 512 560 530 584V626H230Z" opacity=".5"/><path d="M230 612C290 570 330 566 372 590C420 616 470 580 530 600V642H230Z" opacity=".85"/></g>` +
    `<path d="${CUP}" fill="url(#cup)" opacity=".28"/>` +
    `<path d="M288 358C280 450 282 560 292 650L322 652C314 560 312 450 318 358Z" fill="#fff" opacity=".34" filter="url(#soft2)"/>` +
    gleam('M492 360C486 460 484 560 480 650', 8, 0.2) +
    fold('M244 676C320 690 440 690 512 676', 20, 0.5) +
    `</g><path d="M249 648C252 668 272 680 300 682C346 685 410 685 456 682C486 680 504 668 507 648" fill="none" stroke="#1b1d24" stroke-width="4" opacity=".7"/>`
  );
}

function rim(tone: Tone): string {
  return (
    `<ellipse cx="378" cy="330" rx="142" ry="34" fill="url(#inside)"/><ellipse cx="380" cy="342" rx="122" ry="22" fill="url(#coffee)"/><path d="M292 346C310 356 350 362 392 362" stroke="#c99a63" stroke-width="3" opacity=".5" fill="none"/><ellipse cx="346" cy="338" rx="34" ry="5" fill="#fff" opacity=".16"/>` +
    `<ellipse cx="378" cy="330" rx="142" ry="34" fill="none" stroke="#1b1d24" stroke-width="8"/><path d="M238 326C246 306 300 296 360 296" fill="none" stroke="${tone.light}" stroke-width="2.500" opacity=".8"/>` +
    '<g fill="none" stroke="#fff" stroke-linecap="round" filter="url(#soft5)" opacity=".5"><path d="M350 290C326 244 376 214 352 164" stroke-width="14"/><path d="M412 288C392 250 436 226 416 184" stroke-width="11"/></g>'
  );
}
