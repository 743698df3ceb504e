/**
 * The studio of all product pictures. They share wall, floor, camera and a lamp at the upper left, so that they look like
 * one series. A picture is 800 × 800; a product is a few paths with soft light.
 */
export type Tone = {
  base: string;
  /** Surfaces in the lamp's light. */
  light: string;
  /** Surfaces in the shade. */
  shade: string;
  /** Seams, gaps, insides. */
  deep: string;
};

export function toneOf(base: string): Tone {
  return {
    base,
    light: mix(base, '#fff6e6', 0.3),
    shade: mix(base, '#14161f', 0.34),
    deep: mix(base, '#0c0d13', 0.66),
  };
}

/** Mixes two `#rrggbb` colours: a share of 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const between = (at: number) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share);
  return `#${[1, 3, 5].map((at) => between(at).toString(16).padStart(2, '0')).join('')}`;
}

/** A gradient for one shape; stops are `[offset, colour, opacity?]`. */
export function linear(id: string, direction: string, stops: readonly (readonly [number, string, number?])[]): string {
  const [x1, y1, x2, y2] = direction.split(' ');
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`;
}

export function radial(id: string, place: string, stops: readonly (readonly [number, string, number?])[]): string {
  const [cx, cy, r] = place.split(' ');
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`;
}

function stopsOf(stops: readonly (readonly [number, string, number?])[]): string {
  return stops
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('');
}

/** A soft dark crease along a path. */
export function fold(d: string, width = 10, opacity = 0.28): string {
  return `<path d="${d}" fill="none" stroke="#10121a" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}" filter="url(#soft${width > 14 ? 12 : 5})"/>`;
}

/** Light along an edge. */
export function gleam(d: string, width = 8, opacity = 0.3): string {
  return `<path d="${d}" fill="none" stroke="#fff8ea" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}" filter="url(#soft${width > 14 ? 12 : 5})"/>`;
}

/** A sewn seam: a dark groove with a lit edge beside it. */
export function seam(d: string, width = 2): string {
  return (
    `<path d="${d}" fill="none" stroke="#fff" stroke-width="${width}" opacity=".16" transform="translate(1.4 1.8)"/>` +
    `<path d="${d}" fill="none" stroke="#0b0c12" stroke-width="${width}" opacity=".42" stroke-linecap="round"/>`
  );
}

export function stitches(d: string): string {
  return `<path d="${d}" fill="none" stroke="#fff" stroke-width="1.6" opacity=".34" stroke-dasharray="6 5" stroke-linecap="round"/>`;
}

/** The shadow of a product on the floor: a wide soft one to the right, and a narrow dark one below the product. */
export function floorShadow(cx: number, cy: number, rx: number): string {
  return (
    `<ellipse cx="${cx + 26}" cy="${cy + 6}" rx="${rx * 1.16}" ry="${Math.max(14, rx * 0.13)}" fill="#3d342a" opacity=".3" filter="url(#soft24)"/>` +
    `<ellipse cx="${cx + 4}" cy="${cy}" rx="${rx * 0.97}" ry="${Math.max(7, rx * 0.05)}" fill="#2a231c" opacity=".5" filter="url(#soft5)"/>`
  );
}

/** The shadow of a hanging product on the wall, to the lower right. */
export function wallShadow(shape: string): string {
  return `<g transform="translate(26 30)" fill="#4a3f33" opacity=".3" filter="url(#soft24)">${shape}</g>`;
}

// The region is in the picture's own units, because a percentage of a horizontal line's height would be zero.
const blur = (deviation: number) =>
  `<filter id="soft${deviation}" filterUnits="userSpaceOnUse" x="-80" y="-80" width="960" height="960"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

// Noise over a shape, clipped to it. `cloth` looks woven; `wool` also distorts the shape for a nap.
const cloth = `<filter id="cloth" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="4" result="n"/><feColorMatrix in="n" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -1.5 .86" result="d"/><feComposite in="d" in2="SourceAlpha" operator="in" result="c"/><feComponentTransfer in="c" result="t"><feFuncA type="linear" slope=".3"/></feComponentTransfer><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="t"/></feMerge></filter>`;
const wool = `<filter id="wool" filterUnits="userSpaceOnUse" width="800" height="800" x="0" y="0"><feTurbulence type="fractalNoise" baseFrequency=".32" numOctaves="3" seed="9" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="5" result="s"/><feColorMatrix in="n" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -2.4 1.3" result="d"/><feComposite in="d" in2="s" operator="in" result="c"/><feComponentTransfer in="c" result="t"><feFuncA type="linear" slope=".34"/></feComponentTransfer><feMerge><feMergeNode in="s"/><feMergeNode in="t"/></feMerge></filter>`;

export type Shot = {
  /** Says what the picture shows, for a picture that is opened by itself. */
  title: string;
  defs?: string;
  shadow: string;
  body: string;
  /** The y position where wall and floor meet; a hanging product has no floor. */
  floor?: number;
};

export function studio({ title, defs = '', shadow, body, floor }: Shot): string {
  const ground =
    floor === undefined
      ? ''
      : `<rect y="${floor}" width="800" height="${800 - floor}" fill="url(#floor)"/><rect x="-60" y="${floor - 16}" width="920" height="32" fill="#efeae1" opacity=".55" filter="url(#soft12)"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img"><title>${title}</title><defs>` +
    radial('wall', '.3 .2 1.05', [
      [0, '#f4f0e9'],
      [0.55, '#e8e2d8'],
      [1, '#d3cabd'],
    ]) +
    linear('floor', '0 0 0 1', [
      [0, '#e2dbd0'],
      [1, '#cfc6b8'],
    ]) +
    [2, 5, 12, 24].map(blur).join('') +
    cloth +
    wool +
    `${defs}</defs><rect width="800" height="800" fill="url(#wall)"/>${ground}${shadow}${body}</svg>`
  );
}
