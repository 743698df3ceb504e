import { fold, gleam, linear, mix, seam, studio, type Tone, toneOf, wallShadow } from './studio.ts';

const FRONT =
  'M236 158C290 150 510 150 566 158C572 250 566 380 574 470C578 540 570 580 574 628C510 640 460 622 400 632C340 642 290 624 230 634C236 560 226 500 232 430C238 340 230 250 236 158Z';
const BACK = 'M262 156H592C600 280 592 420 598 540C600 600 596 640 600 676C560 684 520 674 470 682L262 660Z';

/** A checked wool blanket over an oak rail. */
export function drawBlanket(title: string, ground: string, check: string): string {
  const tone = toneOf(ground);
  return studio({
    title,
    defs: defsOf(tone, check),
    shadow: wallShadow(
      `<path d="${FRONT}"/><path d="${BACK}"/><rect x="120" y="132" width="560" height="30" rx="15"/>`,
    ),
    body: back(tone) + rail() + front() + label(tone),
  });
}

function defsOf(tone: Tone, check: string): string {
  return (
    linear('rail', '0 0 0 1', [
      [0, '#dcb583'],
      [0.4, '#bb8a52'],
      [1, '#6f4824'],
    ]) +
    linear('brass', '0 0 0 1', [
      [0, '#f0d79a'],
      [0.5, '#b8893f'],
      [1, '#6e4d1c'],
    ]) +
    linear('over', '0 0 0 1', [
      [0, '#fff6e6', 0.42],
      [0.05, '#fff6e6', 0.12],
      [0.1, '#000000', 0.1],
      [0.2, '#000000', 0],
      [1, '#000000', 0.12],
    ]) +
    linear('across', '0 0 1 0', [
      [0, '#000000', 0.3],
      [0.08, '#000000', 0],
      [0.2, '#fff6e6', 0.2],
      [0.34, '#000000', 0.06],
      [0.46, '#000000', 0.22],
      [0.58, '#fff6e6', 0.14],
      [0.74, '#000000', 0.12],
      [0.9, '#000000', 0.06],
      [1, '#000000', 0.36],
    ]) +
    `<pattern id="check" width="112" height="112" patternUnits="userSpaceOnUse" patternTransform="translate(232 150)">${checkOf(tone, check)}</pattern>` +
    `<clipPath id="inFront"><path d="${FRONT}"/></clipPath>`
  );
}

function checkOf(tone: Tone, check: string): string {
  const fine = mix(check, '#ffffff', 0.5);
  const bar = ([at, size]: [number, number], colour: string, opacity: number) =>
    `<rect x="${at}" width="${size}" height="112" fill="${colour}" opacity="${opacity}"/><rect y="${at}" width="112" height="${size}" fill="${colour}" opacity="${opacity}"/>`;
  return `<rect width="112" height="112" fill="${tone.base}"/>${bar([14, 34], check, 0.5)}${bar([84, 4], fine, 0.75)}${bar([94, 4], fine, 0.45)}${bar([29, 4], tone.light, 0.5)}`;
}

function back(tone: Tone): string {
  return `<g filter="url(#wool)">${fringe([470, 600], { y: 676, length: 40 }, mix(tone.shade, '#000000', 0.15))}<path d="${BACK}" fill="url(#check)"/><path d="${BACK}" fill="#0d0e14" opacity=".5"/></g>`;
}

function rail(): string {
  const peg = (x: number) =>
    `<rect x="${x - 9}" y="120" width="18" height="40" rx="5" fill="url(#brass)"/><circle cx="${x}" cy="128" r="13" fill="url(#brass)"/>`;
  return (
    `<rect x="112" y="130" width="576" height="32" rx="16" fill="url(#rail)"/><path d="M128 142C260 138 420 146 672 140M128 151C300 156 500 148 672 152" fill="none" stroke="#6f4824" stroke-width="1.400" opacity=".4"/>` +
    gleam('M132 137H668', 5, 0.5) +
    peg(158) +
    peg(646)
  );
}

function front(): string {
  return (
    `<g filter="url(#wool)">${fringe([232, 572], { y: 626, length: 44 }, '#e8dfcd')}<path d="${FRONT}" fill="url(#check)"/></g><g clip-path="url(#inFront)">` +
    `<path d="${FRONT}" fill="url(#across)"/><path d="${FRONT}" fill="url(#over)"/>` +
    fold('M300 200C308 330 294 470 304 640', 16, 0.22) +
    fold('M398 190C388 330 404 480 394 640', 24, 0.3) +
    fold('M494 200C504 360 488 500 500 640', 16, 0.24) +
    gleam('M346 200C352 340 340 480 350 630', 20, 0.18) +
    gleam('M452 200C444 340 456 480 448 630', 18, 0.14) +
    fold('M232 186C330 178 480 178 570 186', 12, 0.32) +
    `</g>${seam('M231 616C290 608 340 624 400 614C460 606 510 622 573 612', 1.6)}`
  );
}

/** Twisted tassels along a lower edge. */
function fringe([from, until]: [number, number], { y, length }: { y: number; length: number }, colour: string): string {
  const tassels: string[] = [];
  for (let x = from + 3; x < until; x += 8) {
    const lean = Math.sin(x * 0.7) * 5;
    const end = y + length + Math.cos(x * 1.3) * 5;
    tassels.push(`M${x} ${y}Q${(x + lean).toFixed(0)} ${y + 20} ${(x + lean * 0.4).toFixed(0)} ${end.toFixed(0)}`);
  }
  return `<path d="${tassels.join('')}" fill="none" stroke="${colour}" stroke-width="4.600" stroke-linecap="round"/><path d="${tassels.join('')}" fill="none" stroke="#000" stroke-width="1" opacity=".3" transform="translate(3 0)"/>`;
}

function label(tone: Tone): string {
  return (
    '<rect x="508" y="548" width="46" height="62" rx="2" fill="#000" opacity=".3" transform="translate(2 3)"/><rect x="508" y="548" width="46" height="62" rx="2" fill="#efe8d8"/>' +
    `<path d="M517 578l9 -12 6 7 4 -5 10 10z" fill="${tone.deep}"/><path d="M518 590h26M522 597h18" stroke="${tone.deep}" stroke-width="2"/>`
  );
}
