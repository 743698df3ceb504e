import { floorShadow, fold, gleam, linear, mix, seam, stitches, studio, type Tone, toneOf } from './studio.ts';

// One boot with its toe to the left. It is drawn once and placed twice.
const UPPER =
  'M372 214C404 204 470 204 504 214C512 260 510 330 516 392C522 440 538 500 538 560L540 600H170C160 566 166 534 196 518C246 492 300 474 328 436C350 404 362 330 372 214Z';
const TOE = 'M170 600C160 566 166 534 196 518C220 505 244 494 266 483C292 512 298 560 292 600Z';
const HEEL = 'M540 600L538 556C536 510 530 470 524 440C490 452 462 500 456 560L452 600Z';
const SOLE =
  'M164 594C240 604 300 598 360 598C430 598 490 606 550 594C558 610 558 636 552 652C548 660 540 662 530 662H442L434 650H400L392 662H196C178 662 166 652 162 634C160 618 160 604 164 594Z';
const TONGUE = 'M354 246L348 198C347 188 352 182 361 180L398 173C408 171 414 177 414 186L416 236L392 300Z';

/** A pair of leather boots; the back one is half hidden. */
export function drawBoots(title: string, leather: string, laces: string): string {
  const tone = toneOf(leather);
  return studio({
    title,
    floor: 590,
    defs: defsOf(tone),
    shadow: `<g transform="translate(-40 38)">${floorShadow(356, 660, 196)}</g><g transform="translate(112 -12)">${floorShadow(356, 660, 190)}</g>`,
    body:
      `<g transform="translate(96 66) scale(1.06 .88)">${boot(tone, laces)}<path d="${UPPER}${SOLE}" fill="#0c0a10" opacity=".22"/></g>` +
      `<g transform="translate(-56 116) scale(1.06 .88)">${boot(tone, laces)}</g>`,
  });
}

function defsOf(tone: Tone): string {
  return (
    linear('upper', '0 0 1 .5', [
      [0, tone.light],
      [0.3, tone.base],
      [0.6, tone.base],
      [1, tone.shade],
    ]) +
    linear('toe', '.1 0 .7 1', [
      [0, mix(tone.light, '#ffffff', 0.15)],
      [0.35, tone.base],
      [1, tone.shade],
    ]) +
    linear('heel', '0 0 1 .2', [
      [0, tone.base],
      [0.5, tone.shade],
      [1, tone.deep],
    ]) +
    linear('sole', '0 0 0 1', [
      [0, '#4a443d'],
      [0.3, '#2b2825'],
      [1, '#151312'],
    ]) +
    `<clipPath id="inUpper"><path d="${UPPER}"/></clipPath>`
  );
}

function boot(tone: Tone, laces: string): string {
  return (
    `<path d="${TONGUE}" fill="${tone.shade}"/>${gleam('M356 194L400 185', 5, 0.4)}` +
    `<path d="M490 220C496 184 522 180 520 214L514 262" fill="none" stroke="${tone.deep}" stroke-width="9" stroke-linecap="round"/>` +
    `<g filter="url(#cloth)"><path d="${UPPER}" fill="url(#upper)"/></g><g clip-path="url(#inUpper)">` +
    fold('M330 448C360 470 420 476 470 452', 18, 0.32) +
    fold('M350 400C390 424 450 424 500 396', 12, 0.28) +
    gleam('M344 424C390 446 440 446 490 424', 7, 0.22) +
    fold('M516 220C520 320 526 420 542 600', 30, 0.5) +
    gleam('M394 240C388 320 380 380 366 430', 14, 0.3) +
    fold('M180 600C260 588 440 588 540 600', 18, 0.5) +
    `</g>${overlays()}${lacing(tone, laces)}${collar(tone)}${sole()}`
  );
}

function overlays(): string {
  return (
    `<g filter="url(#cloth)"><path d="${TOE}" fill="url(#toe)"/><path d="${HEEL}" fill="url(#heel)"/></g>` +
    gleam('M190 544C206 528 228 516 248 508', 11, 0.5) +
    seam('M266 483C292 512 298 560 292 600') +
    stitches('M257 488C282 516 288 560 283 598') +
    seam('M524 440C490 452 462 500 456 560L452 600') +
    stitches('M520 451C496 464 472 506 465 560L461 598') +
    seam('M376 300C420 308 470 308 511 300') +
    stitches('M375 308C420 316 470 316 512 308') +
    seam('M338 420C352 480 352 540 344 598', 1.6)
  );
}

function collar(tone: Tone): string {
  return (
    `<path d="M370 216C404 200 472 200 506 216C510 232 510 250 510 262C470 250 410 250 368 262C368 246 369 232 370 216Z" fill="${mix(tone.shade, '#2a2a30', 0.45)}"/>` +
    gleam('M380 220C412 208 466 208 498 220', 5, 0.3) +
    `<path d="M378 238C416 228 464 228 502 238" fill="none" stroke="#000" stroke-width="2" opacity=".35"/><rect x="436" y="276" width="44" height="18" rx="3" fill="#efe6d2"/><path d="M443 288l6 -8 5 6 4 -4 8 8z" fill="#3a332b"/>`
  );
}

function lacing(tone: Tone, laces: string): string {
  const rows = [
    [378, 282],
    [374, 318],
    [368, 354],
    [358, 390],
    [340, 424],
    [312, 450],
  ] as const;
  const lace = rows
    .map(([x, y]) => `M${x - 10} ${y - 4}C${x + 8} ${y - 12} ${x + 26} ${y - 4} ${x + 40} ${y + 8}`)
    .join('');
  const eyes = rows.map(
    ([x, y]) =>
      `<circle cx="${x + 40}" cy="${y + 9}" r="6.500" fill="#c7a45c"/><circle cx="${x + 40}" cy="${y + 9}" r="2.800" fill="${tone.deep}"/>`,
  );
  return (
    `<path clip-path="url(#inUpper)" d="M360 262C356 340 342 400 312 438C294 456 276 464 262 474C292 482 318 478 340 468C380 446 412 400 424 262Z" fill="${tone.shade}" opacity=".4"/>` +
    `<path d="${lace}" fill="none" stroke="#000" stroke-width="8" opacity=".3" transform="translate(2 4)" stroke-linecap="round"/><path d="${lace}" fill="none" stroke="${laces}" stroke-width="7" stroke-linecap="round"/><path d="${lace}" fill="none" stroke="#000" stroke-width="7" opacity=".18" stroke-dasharray="2 4"/>${eyes.join('')}` +
    `<path d="M376 276C336 262 316 286 346 300C366 306 380 290 382 280C398 306 396 330 384 350" fill="none" stroke="${laces}" stroke-width="6" stroke-linecap="round"/>`
  );
}

function sole(): string {
  const lugs = Array.from({ length: 11 }, (_, index) => 190 + index * 34).filter((x) => x < 384 || x > 450);
  return (
    `<path d="${SOLE}" fill="url(#sole)"/><path d="M165 600C240 611 300 605 360 605C430 605 490 612 549 601" fill="none" stroke="#cdb68a" stroke-width="3" stroke-dasharray="7 4"/><path d="M164 616C260 628 440 628 554 616" fill="none" stroke="#fff" opacity=".12" stroke-width="3"/>` +
    lugs.map((x) => `<path d="M${x} 634v28" stroke="#000" stroke-width="7" opacity=".55"/>`).join('')
  );
}
