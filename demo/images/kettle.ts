import { floorShadow, fold, gleam, linear, mix, radial, studio, type Tone, toneOf } from './studio.ts';

const POT =
  'M214 640C200 556 222 462 278 412C314 380 356 370 400 370C444 370 486 380 522 412C578 462 600 556 586 640C584 660 568 670 544 672C480 678 320 678 256 672C232 670 216 660 214 640Z';
const SPOUT =
  'M540 452C590 452 618 412 634 348C636 340 642 337 650 338L682 344C689 346 691 352 689 360C672 442 640 530 568 566Z';
const LID = 'M312 388C318 346 356 328 400 328C444 328 482 346 488 388C452 402 348 402 312 388Z';

/** An enamelled stove kettle with a bail handle. */
export function drawKettle(title: string, colour: string, speckle: string | null): string {
  const tone = toneOf(colour);
  return studio({
    title,
    floor: 590,
    defs: defsOf(tone),
    shadow: floorShadow(404, 672, 186),
    body: handle() + spout() + pot(speckle) + lid(),
  });
}

function defsOf(tone: Tone): string {
  return (
    linear('pot', '0 0 1 .1', [
      [0, tone.shade],
      [0.1, tone.base],
      [0.3, tone.light],
      [0.6, tone.base],
      [0.88, tone.shade],
      [1, mix(tone.shade, tone.deep, 0.5)],
    ]) +
    linear('spout', '0 0 1 .5', [
      [0, tone.light],
      [0.5, tone.base],
      [1, tone.shade],
    ]) +
    linear('under', '0 0 0 1', [
      [0, '#000000', 0],
      [0.62, '#000000', 0],
      [1, '#0a0b10', 0.42],
    ]) +
    linear('wood', '0 0 0 1', [
      [0, '#c99a63'],
      [0.4, '#a8743f'],
      [1, '#6b4321'],
    ]) +
    linear('steel', '0 0 1 0', [
      [0, '#7e7c78'],
      [0.3, '#f4f2ec'],
      [0.6, '#8d8a85'],
      [1, '#54524e'],
    ]) +
    radial('window', '.5 .4 .6', [
      [0, '#ffffff', 0.9],
      [1, '#ffffff', 0.35],
    ]) +
    radial('knob', '.35 .3 .8', [
      [0, '#dcb27c'],
      [0.5, '#a8743f'],
      [1, '#5d3a1d'],
    ]) +
    `<clipPath id="inPot"><path d="${POT}"/></clipPath><clipPath id="inSpout"><path d="${SPOUT}"/></clipPath><clipPath id="inLid"><path d="${LID}"/></clipPath>`
  );
}

function handle(): string {
  const bail = 'M270 430C214 300 238 172 330 152M530 430C586 300 562 172 470 152';
  const grip = 'M326 154C372 140 428 140 474 154';
  return (
    `<path d="${bail}" fill="none" stroke="url(#steel)" stroke-width="11" stroke-linecap="round"/><path d="${bail}" fill="none" stroke="#fff" stroke-width="2" opacity=".5" transform="translate(-2.500 -1)"/>` +
    `<path d="${grip}" fill="none" stroke="#6b4321" stroke-width="36" stroke-linecap="round"/><path d="${grip}" fill="none" stroke="#a8743f" stroke-width="30" stroke-linecap="round" transform="translate(0 -2)"/>` +
    gleam('M326 145C372 131 428 131 474 145', 7, 0.5) +
    `<path d="M332 158C376 145 424 145 468 158M340 166C380 154 420 154 460 166" fill="none" stroke="#5d3a1d" stroke-width="1.400" opacity=".5"/>` +
    `<path d="M318 139v30M482 139v30" stroke="url(#steel)" stroke-width="9" stroke-linecap="round"/>`
  );
}

function spout(): string {
  return (
    `<path d="${SPOUT}" fill="url(#spout)"/><g clip-path="url(#inSpout)">${fold('M690 380C668 460 634 530 574 566', 22, 0.5)}${gleam('M566 462C606 452 632 418 646 356', 9, 0.6)}${fold('M540 440C560 500 562 540 556 580', 26, 0.5)}</g>` +
    `<ellipse cx="662" cy="347" rx="29" ry="9" transform="rotate(11 662 347)" fill="#15161b"/><ellipse cx="662" cy="347" rx="29" ry="9" transform="rotate(11 662 347)" fill="none" stroke="#e9e4da" stroke-width="4"/>`
  );
}

function pot(speckle: string | null): string {
  return (
    `<path d="${POT}" fill="url(#pot)"/><g clip-path="url(#inPot)">${speckle ? speckles(speckle) : ''}<path d="${POT}" fill="url(#under)"/>` +
    fold('M300 398C340 414 460 414 500 398', 22, 0.4) +
    `<path d="M276 452C248 492 238 552 244 606L286 612C278 552 288 494 316 448C304 440 288 442 276 452Z" fill="url(#window)" opacity=".5" filter="url(#soft2)"/><path d="M262 530L284 534" stroke="#000" stroke-width="3" opacity=".12"/>` +
    gleam('M560 500C574 550 574 600 566 640', 9, 0.22) +
    gleam('M240 668C320 678 480 678 560 668', 7, 0.26) +
    `</g><path d="M215 642C217 661 232 670 256 672C320 678 480 678 544 672C568 670 583 661 585 642" fill="none" stroke="#1b1d24" stroke-width="5" opacity=".75"/>` +
    `<circle cx="270" cy="432" r="13" fill="url(#steel)"/><circle cx="270" cy="432" r="4.500" fill="#3a3936"/><circle cx="530" cy="432" r="13" fill="url(#steel)"/><circle cx="530" cy="432" r="4.500" fill="#3a3936"/>`
  );
}

/** Flecks placed by a low-discrepancy sequence: they look random and are the same every time. */
function speckles(colour: string): string {
  const fleck = (index: number) => {
    const x = 210 + ((index * 0.754877666) % 1) * 380;
    const y = 376 + ((index * 0.569840296) % 1) * 296;
    const r = 0.8 + ((index * 0.381966) % 1) * 2;
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}"/>`;
  };
  return `<g fill="${colour}" opacity=".62">${Array.from({ length: 150 }, (_, index) => fleck(index + 1)).join('')}</g>`;
}

function lid(): string {
  return (
    `<path d="${LID}" fill="url(#pot)"/><g clip-path="url(#inLid)">${gleam('M330 372C340 348 366 338 396 336', 10, 0.6)}${fold('M486 388C476 352 450 336 420 330', 18, 0.34)}</g>` +
    `<path d="M311 388C348 403 452 403 489 388" fill="none" stroke="#1b1d24" stroke-width="6" opacity=".75" stroke-linecap="round"/>` +
    `<path d="M390 326h20v-14h-20z" fill="url(#steel)"/><ellipse cx="400" cy="296" rx="25" ry="22" fill="url(#knob)"/><path d="M378 300C388 306 412 306 422 300" fill="none" stroke="#5d3a1d" stroke-width="1.500" opacity=".5"/>` +
    gleam('M384 288C390 280 398 278 406 279', 5, 0.6)
  );
}
