import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPalette } from '../core/stores/palette.ts';
import {
  brandTokens,
  checkLook,
  checkSender,
  type Look,
  logoFlaw,
  RADIUS_MAX,
  type Scheme,
  showLogo,
  textOn,
} from './brand.ts';
import { contrast } from './colour.ts';

const palette = readPalette();
const NOTHING: Look = { accent: null, ground: null, groundDark: null, radius: null };
const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const chosen = fc.option(colours);
const looks = fc.record({ accent: chosen, ground: chosen, groundDark: chosen, radius: fc.constant(null) });

const SURFACES = [
  '--surface',
  '--surface-sunken',
  '--page',
  '--page-blank',
  '--card',
  '--card-sunken',
  '--card-chosen',
  '--surface-code',
  '--second-hover',
];

function lookUp(look: Look) {
  const { colours } = brandTokens(look, palette);
  return (name: string, scheme: Scheme): string => {
    const value = colours.get(name)?.[scheme] ?? palette.get(name)?.[scheme];
    if (value === undefined) throw new Error(name);
    return value;
  };
}

function expectReadable(look: Look): void {
  const token = lookUp(look);
  for (const scheme of ['light', 'dark'] as const) {
    const ratio = (one: string, other: string) => contrast(token(one, scheme), token(other, scheme));
    for (const surface of SURFACES) {
      for (const text of ['--text', '--text-muted', '--link'])
        expect([look, text, surface, ratio(text, surface) >= 4.5]).toEqual([look, text, surface, true]);
    }
    for (const surface of SURFACES.slice(0, 6)) {
      for (const control of ['--action', '--focus', '--line-strong'])
        if (look.accent !== null || look[scheme === 'light' ? 'ground' : 'groundDark'] !== null)
          if (control !== '--line-strong' || look[scheme === 'light' ? 'ground' : 'groundDark'] !== null)
            expect([look, control, surface, ratio(control, surface) >= 3]).toEqual([look, control, surface, true]);
    }
    for (const button of ['--action', '--action-hover']) expect(ratio('--action-text', button)).toBeGreaterThan(4.49);
    for (const kind of ['danger', 'success', 'warning'])
      expect(ratio(`--${kind}`, `--${kind}-surface`)).toBeGreaterThan(4.49);
  }
}

test('a look of nothing replaces nothing', () => {
  expect(brandTokens(NOTHING, palette)).toEqual({ colours: new Map(), radius: null });
});

test('our own colours are readable', () => {
  expectReadable(NOTHING);
});

test('whatever is stored, text and controls are readable, on a light screen and on a dark one', () => {
  fc.assert(fc.property(looks, expectReadable), { numRuns: 150 });
});

test('a look that was accepted is drawn as it was chosen', () => {
  fc.assert(
    fc.property(looks, (look) => {
      try {
        checkLook(look, palette);
      } catch {
        return;
      }
      const token = lookUp(look);
      if (look.accent !== null) expect(token('--action', 'light')).toBe(look.accent);
      if (look.ground !== null) expect(token('--surface', 'light')).toBe(look.ground);
      if (look.groundDark !== null) expect(token('--page', 'dark')).toBe(look.groundDark);
    }),
    { numRuns: 300 },
  );
});

test('the colour that a refusal names is accepted', () => {
  fc.assert(
    fc.property(looks, (look) => {
      const mended = { ...look };
      for (let tries = 0; tries < 4; tries++) {
        try {
          checkLook(mended, palette);
          return;
        } catch (error) {
          const { info } = error as { info: { param: string; data: { nearest: string } } };
          const part = info.param === 'ground_dark' ? 'groundDark' : (info.param as 'accent' | 'ground');
          expect(mended[part]).not.toBe(info.data.nearest);
          mended[part] = info.data.nearest;
        }
      }
      throw new Error('refused after each part was mended');
    }),
    { numRuns: 300 },
  );
});

test.each<[look: Partial<Look>, info: { param: string; ratio: number; needed: number }]>([
  [{ accent: '#ffd400' }, { param: 'accent', ratio: 1.3, needed: 3 }],
  [{ accent: '#ffffff' }, { param: 'accent', ratio: 1, needed: 3 }],
  [{ ground: '#101820' }, { param: 'ground', ratio: 2.71, needed: 4.5 }],
  [{ groundDark: '#fff7ea' }, { param: 'ground_dark', ratio: 2.06, needed: 4.5 }],
])('%j is refused with its contrast and a colour that works', (look, { param, ratio, needed }) => {
  const check = () => checkLook({ ...NOTHING, ...look }, palette);
  expect(check).toThrow(
    /has a contrast of [\d.]+:1 and needs [\d.]+:1\. The nearest colour that works is #[\da-f]{6}\./,
  );
  expect(check).toThrow(
    expect.objectContaining({
      code: 'colour_unreadable',
      info: { param, data: { ratio: expect.closeTo(ratio, 1), needed, nearest: expect.any(String) } },
    }),
  );
});

test('a colour is stored in one form', () => {
  expect(checkLook({ ...NOTHING, accent: 'A00' }, palette).accent).toBe('#aa0000');
});

test.each<[Partial<Look>, string]>([
  [{ accent: 'red' }, 'accent'],
  [{ groundDark: '#12345' }, 'ground_dark'],
  [{ radius: -1 }, 'radius'],
  [{ radius: 1.5 }, 'radius'],
  [{ radius: RADIUS_MAX + 1 }, 'radius'],
])('%j is no look', (change, param) => {
  expect(() => checkLook({ ...NOTHING, ...change }, palette)).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', info: { param } }),
  );
});

test('text on any colour is white or black, whichever can be read', () => {
  fc.assert(fc.property(colours, (colour) => contrast(textOn(colour), colour) >= 4.5));
});

test.each([
  'Fjord\r\nBcc: everyone@example.com',
  'Fjord\u2028x',
  'a\u0000b',
  '  ',
  'x'.repeat(101),
  'security@bank.example',
  'Fjord <a@b.example>',
  'a\u202egnp',
  '\ud800',
])('%j is no name of a sender', (senderName) => {
  expect(() => checkSender({ senderName, replyTo: null })).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', info: { param: 'sender_name' } }),
  );
});

test('a sender is stored without spaces around it', () => {
  expect(checkSender({ senderName: ' Fjord, “Outdoor” & Söhne ', replyTo: ' help@fjord.example ' })).toEqual({
    senderName: 'Fjord, “Outdoor” & Söhne',
    replyTo: 'help@fjord.example',
  });
});

test.each([
  [24, 24, null],
  [2000, 400, null],
  [23, 200, /needs 24/],
  [2001, 400, /2000 at most/],
  [1300, 100, /12 times/],
])('a logo of %d × %d', (width, height, flaw) => {
  if (flaw === null) expect(logoFlaw({ width, height })).toBeNull();
  else expect(logoFlaw({ width, height })).toMatch(flaw);
});

test('a logo is drawn 32 high and at most 180 wide; only a wide one stands without the name', () => {
  expect(showLogo({ width: 512, height: 512 })).toEqual({ width: 32, height: 32, withName: true });
  expect(showLogo({ width: 400, height: 100 })).toEqual({ width: 128, height: 32, withName: false });
  expect(showLogo({ width: 1200, height: 100 })).toEqual({ width: 180, height: 15, withName: false });
});
