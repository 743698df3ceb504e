import { crc32, deflateSync } from 'node:zlib';

const SIDE = 32;
const DISC = 'b4532f';
const SNOW = 'fff7ea';

// The outline of the two peaks, in a square of 32.
const PEAKS = [
  [5.5, 22.5],
  [13, 10.5],
  [17.2, 16.5],
  [19.8, 12.9],
  [26.5, 22.5],
] as const;

/** The brand's mark, two peaks in a circle. It is also the page's icon. */
export function drawMark(): string {
  const outline = PEAKS.map(([x, y]) => `${x} ${y}`).join('L');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><circle cx="16" cy="16" r="16" fill="#${DISC}"/><path d="M${outline}z" fill="#${SNOW}"/></svg>`;
}

/** Draws the mark as a PNG, the form in which a store has its logo. */
export function drawMarkPng(pixels = 128): Buffer {
  const rows = Array.from({ length: pixels }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: pixels }, (_, x) => pixelAt(x, y, SIDE / pixels)).flat()]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head.set([8, 6], 8); // eight bits of red, green, blue and opacity
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

const SAMPLES = 4;

/** Returns red, green, blue and opacity of a pixel: the mean of points in it, so that edges are smooth. */
function pixelAt(x: number, y: number, scale: number): number[] {
  const sums = [0, 0, 0, 0];
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
    const at = (pixel: number, part: number) => (pixel + (part + 0.5) / SAMPLES) * scale;
    const colour = colourAt(at(x, sample % SAMPLES), at(y, Math.floor(sample / SAMPLES)));
    if (colour === null) continue;
    for (const channel of [0, 1, 2])
      sums[channel] = (sums[channel] ?? 0) + Number.parseInt(colour.slice(channel * 2, channel * 2 + 2), 16);
    sums[3] = (sums[3] ?? 0) + 1;
  }
  const inside = sums[3] ?? 0;
  const colour = sums.slice(0, 3).map((sum) => Math.round(sum / Math.max(1, inside)));
  return [...colour, Math.round((inside / SAMPLES ** 2) * 255)];
}

function colourAt(x: number, y: number): string | null {
  if (Math.hypot(x - 16, y - 16) > 16) return null;
  const crossings = PEAKS.filter(([x1, y1], index) => {
    const [x2, y2] = PEAKS[(index + 1) % PEAKS.length] ?? [x1, y1];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
  });
  return crossings.length % 2 === 1 ? SNOW : DISC;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}
