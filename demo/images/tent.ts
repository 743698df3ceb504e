import { floorShadow, fold, gleam, linear, mix, radial, seam, studio, type Tone, toneOf } from './studio.ts';

const SHELL = 'M92 640C120 470 236 286 400 262C564 286 680 470 708 640C600 652 200 652 92 640Z';
const LEFT = 'M92 640C120 470 236 286 400 262C340 380 312 520 306 647C230 647 150 645 92 640Z';
const DOOR = 'M400 276C448 380 482 520 488 646C430 650 366 650 306 647C312 520 346 380 400 276Z';
const FLAP = 'M400 276C356 372 322 510 306 647C326 648 340 648 352 648C332 560 352 420 400 276Z';

/** A two-person tent with its door tied back and a lamp inside. */
export function drawTent(title: string, colour: string, pole: string): string {
  const tone = toneOf(colour);
  return studio({
    title,
    floor: 560,
    defs: defsOf(tone),
    shadow: `${floorShadow(400, 646, 312)}<ellipse cx="396" cy="676" rx="150" ry="26" fill="#ffcf86" opacity=".55" filter="url(#soft24)"/>`,
    body: guys() + shell() + door(tone) + poles(pole),
  });
}

function defsOf(tone: Tone): string {
  return (
    linear('shell', '0 0 1 .3', [
      [0, tone.base],
      [0.36, tone.light],
      [0.6, tone.base],
      [1, tone.shade],
    ]) +
    linear('left', '.2 0 .8 1', [
      [0, tone.light],
      [0.5, tone.base],
      [1, mix(tone.base, tone.shade, 0.6)],
    ]) +
    radial('room', '.5 .86 .9', [
      [0, '#fff3d0'],
      [0.3, '#ffcf86'],
      [0.7, '#c9824a'],
      [1, '#6d4630'],
    ]) +
    radial('through', '.5 1 .75', [
      [0, '#ffdf9e', 0.75],
      [0.6, '#ffc766', 0.2],
      [1, '#ffc766', 0],
    ]) +
    `<clipPath id="inShell"><path d="${SHELL}"/></clipPath><clipPath id="inDoor"><path d="${DOOR}"/></clipPath>`
  );
}

function guys(): string {
  const peg = (x: number, y: number) =>
    `<path d="M${x} ${y - 12}L${x + 3} ${y + 12}" stroke="#4d4a45" stroke-width="6" stroke-linecap="round"/>`;
  return (
    `<path d="M196 420L44 664M604 420L756 664M400 262L400 262" stroke="#e06a3c" stroke-width="3" fill="none"/><path d="M120 542l8 -13M680 542l-8 -13" stroke="#23242a" stroke-width="9" stroke-linecap="round"/>` +
    peg(44, 664) +
    peg(754, 664)
  );
}

function shell(): string {
  return (
    `<g filter="url(#cloth)"><path d="${SHELL}" fill="url(#shell)"/><path d="${LEFT}" fill="url(#left)"/></g><g clip-path="url(#inShell)">` +
    `<path d="${SHELL}" fill="url(#through)"/>` +
    fold('M520 330C600 420 660 540 690 650', 40, 0.34) +
    fold('M560 420C540 500 556 580 580 650', 14, 0.18) +
    fold('M220 400C240 500 232 580 214 650', 14, 0.16) +
    gleam('M170 470C210 380 280 310 370 276', 18, 0.4) +
    fold('M90 640C200 652 600 652 710 640', 14, 0.45) +
    `</g>${seam('M146 476C190 500 236 508 330 500M654 476C610 500 564 508 470 500', 1.6)}${seam('M108 588C180 604 250 606 312 602M692 588C620 604 550 606 486 602', 1.6)}` +
    `<rect x="196" y="560" width="58" height="22" rx="3" fill="#f2ead8" transform="rotate(-3 196 560)"/><path d="M205 577l8 -10 6 7 4 -5 9 8z" fill="#3a332b" transform="rotate(-3 196 560)"/>`
  );
}

function door(tone: Tone): string {
  return (
    `<path d="${DOOR}" fill="url(#room)"/><g clip-path="url(#inDoor)">` +
    `<path d="M320 648C330 612 470 606 482 648Z" fill="#7a3f34"/><path d="M330 640C350 618 450 614 474 640" fill="none" stroke="#a35a48" stroke-width="10" opacity=".8"/><path d="M360 632C372 606 420 606 436 630Z" fill="#e9ddc4"/>` +
    `<circle cx="404" cy="430" r="70" fill="#fff3cf" opacity=".55" filter="url(#soft24)"/><path d="M402 300V404" stroke="#5b3b26" stroke-width="3"/><rect x="388" y="402" width="30" height="42" rx="9" fill="#fffbe9"/><rect x="392" y="394" width="22" height="10" rx="4" fill="#4a3a2c"/>` +
    fold('M400 276C448 380 482 520 488 646', 24, 0.5) +
    `</g><g filter="url(#cloth)"><path d="${FLAP}" fill="${tone.base}"/></g>` +
    gleam('M386 330C346 430 326 540 322 640', 9, 0.4) +
    fold('M352 646C334 560 352 440 392 310', 10, 0.4) +
    `<path d="M326 500c14 6 20 6 28 2" stroke="#e06a3c" stroke-width="6" fill="none" stroke-linecap="round"/>`
  );
}

function poles(pole: string): string {
  const arc = (d: string) =>
    `<path d="${d}" fill="none" stroke="#000" stroke-width="9" opacity=".28" transform="translate(3 4)"/><path d="${d}" fill="none" stroke="${pole}" stroke-width="7" stroke-linecap="round"/><path d="${d}" fill="none" stroke="#fff" stroke-width="1.800" opacity=".5" transform="translate(-1.500 -1)"/>`;
  return (
    arc('M306 650C312 520 346 372 402 262') +
    arc('M490 650C484 520 452 372 398 262') +
    `<circle cx="400" cy="266" r="9" fill="#23242a"/><path d="M92 640L80 654M708 640L720 654" stroke="#23242a" stroke-width="6" stroke-linecap="round"/>`
  );
}
