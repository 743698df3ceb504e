import { fold, gleam, linear, mix, radial, seam, studio, type Tone, toneOf, wallShadow } from './studio.ts';

const BAND = 'M196 470C170 250 262 110 400 110C538 110 630 250 604 470';
const CUP = 'M150 520C146 440 170 400 214 398C258 396 276 446 276 530C276 616 258 668 214 668C170 668 154 600 150 520Z';
const PAD = 'M236 402C276 400 308 440 308 530C308 622 276 664 236 664C262 640 270 590 270 532C270 474 262 426 236 402Z';

const mirrored = (shape: string) => `<g transform="matrix(-1 0 0 1 800 0)">${shape}</g>`;

/** Over-ear headphones with a felt-covered band and turned wooden caps. */
export function drawHeadphones(title: string, colour: string, wood: string): string {
  const tone = toneOf(colour);
  return studio({
    title,
    defs: defsOf(tone, toneOf(wood)),
    shadow: wallShadow(
      `<path d="${BAND}" fill="none" stroke="#4a3f33" stroke-width="36"/><path d="${CUP}"/><path d="${PAD}"/>${mirrored(`<path d="${CUP}"/><path d="${PAD}"/>`)}`,
    ),
    body: band(tone) + arm() + mirrored(arm()) + ear('cup') + mirrored(ear('cupFar')),
  });
}

function defsOf(tone: Tone, wood: Tone): string {
  return (
    linear('band', '0 0 1 .3', [
      [0, tone.shade],
      [0.25, tone.light],
      [0.55, tone.base],
      [1, tone.shade],
    ]) +
    linear('pad', '0 0 1 0', [
      [0, '#3a3835'],
      [0.4, '#5d5953'],
      [1, '#23211f'],
    ]) +
    radial('cup', '.36 .3 .85', [
      [0, wood.light],
      [0.45, wood.base],
      [1, wood.shade],
    ]) +
    radial('cupFar', '.7 .3 .9', [
      [0, wood.base],
      [0.5, mix(wood.base, wood.shade, 0.5)],
      [1, wood.deep],
    ]) +
    linear('steel', '0 0 1 0', [
      [0, '#77746f'],
      [0.35, '#f6f4ef'],
      [0.65, '#9a9792'],
      [1, '#5a5853'],
    ]) +
    `<clipPath id="inCup"><path d="${CUP}"/></clipPath>`
  );
}

function band(tone: Tone): string {
  const pad = 'M250 246C284 172 336 138 400 138C464 138 516 172 550 246';
  return (
    `<path d="${BAND}" fill="none" stroke="url(#steel)" stroke-width="12" stroke-linecap="round"/>` +
    `<g filter="url(#wool)"><path d="M222 300C250 176 316 112 400 112C484 112 550 176 578 300" fill="none" stroke="${tone.shade}" stroke-width="44" stroke-linecap="round"/><path d="M222 300C250 176 316 112 400 112C484 112 550 176 578 300" fill="none" stroke="url(#band)" stroke-width="38" stroke-linecap="round"/></g>` +
    gleam('M236 272C264 172 324 104 396 101', 10, 0.45) +
    fold(pad, 10, 0.4) +
    seam('M222 300C250 176 316 112 400 112C484 112 550 176 578 300', 1.4)
  );
}

function arm(): string {
  return (
    '<path d="M196 470C190 410 194 350 208 300" fill="none" stroke="url(#steel)" stroke-width="12" stroke-linecap="round"/><rect x="190" y="286" width="36" height="44" rx="9" fill="#26272c" transform="rotate(14 208 308)"/><path d="M198 296l20 5" stroke="#fff" stroke-width="2" opacity=".4"/>' +
    '<path d="M168 470C172 420 196 396 214 396" fill="none" stroke="url(#steel)" stroke-width="9"/>'
  );
}

function ear(fill: string): string {
  const ring = (inset: number) =>
    `<ellipse cx="213" cy="532" rx="${58 - inset}" ry="${128 - inset * 2}" fill="none" stroke="#000" stroke-width="1.400" opacity=".16"/>`;
  return (
    `<path d="${PAD}" fill="url(#pad)"/>${gleam('M284 440C300 490 300 570 286 622', 7, 0.24)}<path d="M252 410C282 440 290 480 290 532C290 590 280 630 252 656" fill="none" stroke="#000" stroke-width="2" opacity=".5"/>` +
    `<path d="${CUP}" fill="url(#${fill})"/><g clip-path="url(#inCup)">${ring(8)}${ring(17)}${ring(27)}${ring(38)}` +
    '<path d="M150 470C190 478 240 462 280 474M150 560C200 570 240 552 280 566M150 610C190 606 240 622 280 612" fill="none" stroke="#3b2413" stroke-width="1.600" opacity=".35"/>' +
    gleam('M172 600C158 530 166 450 200 412', 12, 0.5) +
    fold('M262 420C284 480 284 590 250 660', 16, 0.4) +
    '</g><circle cx="212" cy="532" r="15" fill="url(#steel)"/><circle cx="212" cy="532" r="9" fill="#2a2b30"/>'
  );
}
