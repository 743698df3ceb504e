import { linear, radial } from './studio.ts';

const WIDTH = 1600;
const HEIGHT = 720;

/** A lake at night: aurora over three ridges, a lit tent on the shore. The left side has no detail, for the headline. */
export function drawHero(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" role="img"><title>A lit tent under northern lights by a lake</title><defs>${defs()}</defs>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${stars()}${aurora()}${ridges()}${lake()}${shore()}${camp()}</svg>`
  );
}

function defs(): string {
  const blur = (deviation: number) =>
    `<filter id="soft${deviation}" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1800" height="920"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
  return (
    linear('sky', '0 0 0 1', [
      [0, '#0a1526'],
      [0.36, '#12304a'],
      [0.62, '#2a5a6b'],
      [0.78, '#6f8f88'],
      [0.9, '#c9a987'],
    ]) +
    linear('veil', '0 0 0 1', [
      [0, '#8ff0c0', 0],
      [0.4, '#7be6b4', 0.5],
      [0.85, '#5fd3b0', 0.16],
      [1, '#5fd3b0', 0],
    ]) +
    linear('veil2', '0 0 0 1', [
      [0, '#b49af0', 0],
      [0.5, '#a48be6', 0.32],
      [1, '#7be6b4', 0],
    ]) +
    linear('far', '0 0 0 1', [
      [0, '#33586a'],
      [1, '#7a9690'],
    ]) +
    linear('middle', '0 0 0 1', [
      [0, '#1d3b4b'],
      [1, '#43656a'],
    ]) +
    linear('near', '0 0 0 1', [
      [0, '#0f2431'],
      [1, '#1b3a44'],
    ]) +
    linear('water', '0 0 0 1', [
      [0, '#8a9a92'],
      [0.25, '#41686f'],
      [1, '#10283a'],
    ]) +
    linear('shell', '0 0 1 .4', [
      [0, '#f3b45c'],
      [0.5, '#d9792f'],
      [1, '#8d4420'],
    ]) +
    radial('lamp', '.5 .8 .8', [
      [0, '#fff6d8'],
      [0.4, '#ffce7a'],
      [1, '#b8622c'],
    ]) +
    [3, 14, 40].map(blur).join('')
  );
}

/** Stars placed by a low-discrepancy sequence: they look random and are the same every time. */
function stars(): string {
  const star = (index: number) => {
    const x = ((index * 0.754877666) % 1) * WIDTH;
    const y = ((index * 0.569840296) % 1) ** 1.6 * 400;
    const r = 0.5 + ((index * 0.381966) % 1) ** 3 * 1.7;
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(1)}" opacity="${(0.9 - y / 560).toFixed(2)}"/>`;
  };
  return `<g fill="#f2f6ff">${Array.from({ length: 150 }, (_, index) => star(index + 1)).join('')}</g>`;
}

function aurora(): string {
  return (
    '<g filter="url(#soft14)"><path d="M330 318C520 276 660 336 880 250C1060 176 1160 280 1360 190C1460 150 1540 180 1640 130L1640 0C1540 40 1450 0 1350 50C1160 130 1060 30 880 120C720 200 560 236 330 318Z" fill="url(#veil)"/>' +
    '<path d="M760 240C900 170 1000 220 1140 150C1280 80 1420 150 1620 60L1620 -60C1420 20 1290 -40 1140 30C1000 100 900 60 760 120Z" fill="url(#veil2)"/></g>' +
    `<g stroke="#b6fbdc" stroke-width="9" opacity=".13" filter="url(#soft3)">${Array.from(
      { length: 46 },
      (_, index) => {
        const x = 560 + index * 23 + ((index * 31) % 17);
        const foot = 236 - index * 2.4 + Math.sin(index * 0.42) * 34;
        return `<path d="M${x} ${foot.toFixed(0)}L${x + 10} ${(foot - 40 - ((index * 61) % 80)).toFixed(0)}"/>`;
      },
    ).join('')}</g>`
  );
}

function ridges(): string {
  return (
    '<path d="M0 462L110 430L190 446L300 400L372 428L470 388L560 420L664 380L760 318L838 372L930 334L1010 388L1120 300L1210 372L1300 336L1400 396L1490 350L1600 402V560H0Z" fill="url(#far)"/>' +
    '<path d="M1120 300L1090 328L1112 334L1126 322L1146 344L1158 332ZM760 318L738 340L758 344L770 334L786 346Z" fill="#e8efee" opacity=".55"/>' +
    '<path d="M0 478L150 446L260 470L400 420L520 468L640 440L800 482L960 430L1080 470L1220 414L1340 462L1470 430L1600 474V560H0Z" fill="url(#middle)"/>' +
    '<rect y="470" width="1600" height="60" fill="#d9c2a4" opacity=".35" filter="url(#soft14)"/>'
  );
}

function lake(): string {
  return (
    '<rect y="520" width="1600" height="200" fill="url(#water)"/><path d="M0 522L150 546L260 530L400 566L520 532L640 552L800 524L960 560L1080 530L1220 572L1340 536L1470 560L1600 526V520H0Z" fill="#1d3b4b" opacity=".4" filter="url(#soft3)"/>' +
    '<path d="M560 560C760 540 1000 580 1600 548V610C1100 620 800 590 560 600Z" fill="#7be6b4" opacity=".13" filter="url(#soft14)"/>'
  );
}

function shore(): string {
  const pine = (x: number, base: number, height: number) => {
    const tiers = [0, 1, 2, 3, 4].map((tier) => {
      const top = base - height + (tier * height) / 6;
      const half = height * (0.07 + tier * 0.035);
      return `M${x} ${top.toFixed(0)}L${(x - half).toFixed(0)} ${(top + height / 3.4).toFixed(0)}L${(x + half).toFixed(0)} ${(top + height / 3.4).toFixed(0)}Z`;
    });
    return `${tiers.join('')}M${x - 3} ${base - height / 3}h6v${(height / 2).toFixed(0)}h-6Z`;
  };
  const pines = [
    ...[1252, 1290, 1322, 1366, 1398, 1440, 1476, 1520, 1556, 1590].map((x, index) =>
      pine(x, 632 + index * 2, 120 + ((index * 67) % 90)),
    ),
    ...[10, 44, 82, 116].map((x, index) => pine(x, 640 + index * 6, 150 + ((index * 83) % 80))),
  ];
  return (
    `<path d="${pines.join('')}" fill="#0b1b26"/>` +
    '<path d="M1180 640C1220 616 1300 592 1600 560V720H1180Z" fill="#0b1a24"/><path d="M0 606C110 600 220 640 340 678C470 706 600 712 700 720H0ZM640 720C800 690 900 640 1040 622C1160 606 1330 590 1600 586V720Z" fill="#0b1a24"/>' +
    '<path d="M900 660C1010 628 1160 612 1320 606C1180 622 1040 644 940 672Z" fill="#e9a552" opacity=".3" filter="url(#soft14)"/>'
  );
}

function camp(): string {
  return (
    '<circle cx="1120" cy="590" r="150" fill="#ffb85c" opacity=".32" filter="url(#soft40)"/>' +
    '<path d="M1024 636C1038 574 1072 524 1124 512C1176 524 1212 574 1226 632C1160 644 1080 646 1024 636Z" fill="url(#shell)"/>' +
    '<path d="M1124 516C1100 552 1088 600 1086 641C1108 643 1142 642 1164 640C1160 600 1146 552 1124 516Z" fill="url(#lamp)"/>' +
    '<path d="M1124 516C1100 552 1088 600 1086 641M1124 516C1146 552 1160 600 1164 640" fill="none" stroke="#5c2f18" stroke-width="3"/>' +
    '<path d="M1052 560L1000 646M1198 560L1250 640" stroke="#d98a4a" stroke-width="1.600" opacity=".7"/>' +
    // A person sits in front of the tent and looks at the lake.
    '<path d="M1000 650c-2 -16 4 -28 13 -33 -4 -9 1 -17 9 -17s13 8 9 17c9 6 14 18 13 34z" fill="#0a141c"/><path d="M1030 626l26 14 -4 10 -26 0z" fill="#0a141c"/>'
  );
}
