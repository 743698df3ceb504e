import {
  BLACK,
  type Colour,
  contrast,
  lowestContrast,
  mix,
  type Need,
  parseColour,
  readable,
  WHITE,
} from './colour.ts';
import { AppError } from './error.ts';

/** What a merchant chose of the look of all screens and mails. Null: ours. */
export type Look = {
  /** Buttons, links and what is chosen. */
  accent: Colour | null;
  /** What everything stands on, while the reader's device is set to light. */
  ground: Colour | null;
  /** Stands for the ground while the device is set to dark. */
  groundDark: Colour | null;
  /** The radius of corners in pixels. */
  radius: number | null;
};

/** What the mails of a store say of their sender. Null: the store's name and its contact address. */
export type Sender = { senderName: string | null; replyTo: string | null };

/** What a store may have of its own, in the order in which it is stored. */
export const BRAND_PARTS = [
  'accent',
  'ground',
  'groundDark',
  'radius',
  'logo',
  'font',
  'senderName',
  'replyTo',
] as const;

export type Scheme = 'light' | 'dark';

/** The colours that screens have without a brand, by token and scheme; of those that are opaque. */
export type Palette = ReadonlyMap<string, Readonly<Record<Scheme, Colour>>>;

/** The tokens that a brand replaces. */
export type BrandTokens = { colours: Map<string, Record<Scheme, Colour>>; radius: number | null };

/** The contrast that WCAG 2.2 AA wants of text, and of what must be seen to use a control. */
const TEXT_RATIO = 4.5;
const CONTROL_RATIO = 3;

/** Above it a field of 44 px would be a pill, and the corners of a card would cut off its text. */
export const RADIUS_MAX = 20;

/** Where a colour of text or a control moves to until it can be told from the ground. */
const AWAY: Record<Scheme, Colour> = { light: BLACK, dark: WHITE };
const TOWARDS: Record<Scheme, Colour> = { light: WHITE, dark: BLACK };

/** Returns a look in the form in which it is stored. Throws `invalid_parameter`, or `colour_unreadable` for the first such colour. */
export function checkLook(look: Look, palette: Palette): Look {
  const checked = {
    accent: colour(look.accent, 'accent'),
    ground: colour(look.ground, 'ground'),
    groundDark: colour(look.groundDark, 'ground_dark'),
    radius: radius(look.radius),
  };
  checkGround(checked.ground, { scheme: 'light', param: 'ground' }, palette);
  checkGround(checked.groundDark, { scheme: 'dark', param: 'ground_dark' }, palette);
  if (checked.accent !== null) {
    const surfaces = surfaceTokens(checked, 'light', palette);
    checkAccent(checked.accent, groundsOf(CONTROL_GROUNDS, { tokens: surfaces, scheme: 'light', palette }));
  }
  return checked;
}

function colour(text: string | null, param: string): Colour | null {
  if (text === null) return null;
  const parsed = parseColour(text);
  if (parsed !== null) return parsed;
  const message = `“${text.slice(0, 40)}” is not a colour: write # and six hexadecimal digits.`;
  throw new AppError('invalid_parameter', message, { param });
}

function radius(pixels: number | null): number | null {
  if (pixels === null || (Number.isSafeInteger(pixels) && pixels >= 0 && pixels <= RADIUS_MAX)) return pixels;
  throw new AppError('invalid_parameter', `A radius is a whole number from 0 to ${RADIUS_MAX}, in pixels.`, {
    param: 'radius',
  });
}

/** A ground carries small print, which is the palest text. */
function checkGround(ground: Colour | null, place: { scheme: Scheme; param: string }, palette: Palette): void {
  if (ground === null) return;
  const { scheme, param } = place;
  const print = tokenOf(palette, '--text-muted', scheme);
  const nearest = readableGround(ground, print, scheme);
  if (nearest === ground) return;
  throw unreadable(ground, { ratio: contrast(ground, print), needed: TEXT_RATIO, nearest, param }, 'Small print on');
}

function checkAccent(accent: Colour, from: readonly Colour[]): void {
  const nearest = readable(accent, { from, ratio: CONTROL_RATIO }, BLACK);
  if (nearest === accent) return;
  const facts = { ratio: lowestContrast(accent, from), needed: CONTROL_RATIO, nearest, param: 'accent' };
  throw unreadable(accent, facts, 'On the ground, a button in');
}

type Unreadable = { ratio: number; needed: number; nearest: Colour; param: string };

function unreadable(colour: Colour, { ratio, needed, nearest, param }: Unreadable, what: string): AppError {
  const shown = Math.floor(ratio * 100) / 100; // rounded up, it could look like enough
  const message = `${what} ${colour} has a contrast of ${shown}:1 and needs ${needed}:1. The nearest colour that works is ${nearest}.`;
  return new AppError('colour_unreadable', message, { param, data: { ratio: shown, needed, nearest } });
}

/**
 * Returns the tokens that a look replaces. They are readable whatever is stored: a colour that is not is moved as far as needed. So is
 * the accent in the dark scheme, for which the merchant chose none.
 */
export function brandTokens(look: Look, palette: Palette): BrandTokens {
  const light = schemeTokens(look, 'light', palette);
  const dark = schemeTokens(look, 'dark', palette);
  const names = new Set([...light.keys(), ...dark.keys()]);
  const colours = [...names].map((name) => {
    const value = (tokens: Map<string, Colour>, scheme: Scheme) => tokens.get(name) ?? tokenOf(palette, name, scheme);
    return [name, { light: value(light, 'light'), dark: value(dark, 'dark') }] as const;
  });
  return { colours: new Map(colours), radius: look.radius };
}

const ROOT_PX = 16;

/** Returns the tokens as style sheets write them. */
export function tokenTexts({ colours, radius }: BrandTokens): Map<string, string> {
  const texts = new Map([...colours].map(([name, { light, dark }]) => [name, `light-dark(${light},${dark})`]));
  if (radius === null) return texts;
  const large = Math.min(RADIUS_MAX, radius * 1.5);
  return texts.set('--radius', `${radius / ROOT_PX}rem`).set('--radius-lg', `${large / ROOT_PX}rem`);
}

function schemeTokens(look: Look, scheme: Scheme, palette: Palette): Map<string, Colour> {
  const surfaces = surfaceTokens(look, scheme, palette);
  const tokens = new Map(surfaces);
  if (look.accent !== null) {
    const chosen = mix(surfaces.get('--card') ?? tokenOf(palette, '--card', scheme), look.accent, 0.12);
    tokens.set('--card-chosen', chosen);
  }
  const place = { tokens, scheme, palette };
  const named = [...(surfaces.size > 0 ? ownTokens(place) : []), ...accentTokens(look.accent, place)];
  return new Map([...tokens, ...named]);
}

/** The share of white or black in the surfaces made from a ground. */
const SURFACES: Record<Scheme, readonly (readonly [name: string, pole: Colour, share: number])[]> = {
  light: [
    ['--surface', WHITE, 0],
    ['--page', WHITE, 0],
    ['--page-blank', WHITE, 0],
    ['--card', WHITE, 0.7],
    ['--surface-sunken', BLACK, 0.03],
    ['--card-sunken', BLACK, 0.02],
    ['--surface-code', BLACK, 0.05],
    ['--second-hover', BLACK, 0.03],
    ['--action-off', BLACK, 0.08],
    ['--line', BLACK, 0.11],
    ['--line-quote', BLACK, 0.2],
  ],
  dark: [
    ['--surface', WHITE, 0],
    ['--page', WHITE, 0],
    ['--page-blank', WHITE, 0],
    ['--card', WHITE, 0.05],
    ['--surface-sunken', WHITE, 0.03],
    ['--card-sunken', WHITE, 0.09],
    ['--surface-code', WHITE, 0.06],
    ['--second-hover', WHITE, 0.08],
    ['--action-off', WHITE, 0.1],
    ['--line', WHITE, 0.14],
    ['--line-quote', WHITE, 0.25],
  ],
};

function surfaceTokens(look: Look, scheme: Scheme, palette: Palette): Map<string, Colour> {
  const chosen = scheme === 'light' ? look.ground : look.groundDark;
  if (chosen === null) return new Map();
  const ground = readableGround(chosen, tokenOf(palette, '--text-muted', scheme), scheme);
  return new Map(SURFACES[scheme].map(([name, pole, share]) => [name, mix(ground, pole, share)]));
}

const readableGround = (ground: Colour, print: Colour, scheme: Scheme): Colour =>
  readable(ground, { from: [print], ratio: TEXT_RATIO }, TOWARDS[scheme]);

/** What a button or a field stands on. */
const CONTROL_GROUNDS = ['--surface', '--surface-sunken', '--page', '--page-blank', '--card', '--card-sunken'];

/** What text stands on, somewhere. */
const TEXT_GROUNDS = [
  ...CONTROL_GROUNDS,
  '--surface-code',
  '--card-chosen',
  '--second-hover',
  '--danger-surface',
  '--success-surface',
  '--warning-surface',
];

type Place = { tokens: ReadonlyMap<string, Colour>; scheme: Scheme; palette: Palette };

function groundsOf(names: readonly string[], { tokens, scheme, palette }: Place): Colour[] {
  return names.map((name) => tokens.get(name) ?? tokenOf(palette, name, scheme));
}

const textNeed = (place: Place): Need => ({ from: groundsOf(TEXT_GROUNDS, place), ratio: TEXT_RATIO });
const controlNeed = (place: Place): Need => ({ from: groundsOf(CONTROL_GROUNDS, place), ratio: CONTROL_RATIO });

const TEXTS = ['--text', '--text-muted', '--link', '--danger', '--success', '--warning'];
const CONTROLS = ['--action', '--line-strong', '--second-line', '--focus'];

/** Returns our own colours of text and controls, moved where a merchant's ground needs it. */
function ownTokens(place: Place): [name: string, value: Colour][] {
  const { scheme, palette } = place;
  const moved = (names: readonly string[], need: Need) =>
    names.map((name): [string, Colour] => [name, readable(tokenOf(palette, name, scheme), need, AWAY[scheme])]);
  return [...moved(TEXTS, textNeed(place)), ...moved(CONTROLS, controlNeed(place))];
}

function accentTokens(accent: Colour | null, place: Place): [name: string, value: Colour][] {
  if (accent === null) return [];
  const away = AWAY[place.scheme];
  const control = readable(accent, controlNeed(place), away);
  const onIt = textOn(control);
  return [
    ['--action', control],
    // Away from its text, so that it is read as well while the pointer is over it.
    ['--action-hover', mix(control, onIt === WHITE ? BLACK : WHITE, 0.14)],
    ['--action-text', onIt],
    ['--link', readable(accent, textNeed(place), away)],
    ['--focus', control],
  ];
}

/** Returns the colour of text on a colour: white where it can be read, else the dark one; each colour has one of the two. */
export function textOn(colour: Colour): Colour {
  return contrast(colour, WHITE) >= TEXT_RATIO ? WHITE : BLACK;
}

function tokenOf(palette: Palette, name: string, scheme: Scheme): Colour {
  const value = palette.get(name)?.[scheme];
  if (value === undefined) throw new Error(`the palette has no colour ${name}`);
  return value;
}

const NAME_LENGTH_MAX = 100;

/** Returns the sender of a store's mails as it is stored. Throws `invalid_parameter`. */
export function checkSender({ senderName, replyTo }: Sender): Sender {
  const name = senderName?.trim() ?? null;
  if (name !== null) {
    const invalid = (message: string) => new AppError('invalid_parameter', message, { param: 'sender_name' });
    if (name === '') throw invalid('The sender’s name is missing.');
    if (name.length > NAME_LENGTH_MAX) throw invalid(`The sender’s name is longer than ${NAME_LENGTH_MAX} characters.`);
    // A header of a mail holds it. Some programs show a name with an @ as the address.
    if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029@<>]/u.test(name)) {
      throw invalid('The sender’s name is a single line of text without @, < and >.');
    }
  }
  return { senderName: name, replyTo: replyTo?.trim() ?? null };
}

/** The bounds of a store's files. */
export const LOGO_BYTES_MAX = 128 * 1024;
const LOGO_SIDE_MIN = 24;
const LOGO_SIDE_MAX = 2_000;
export const FONT_BYTES_MAX = 256 * 1024;

type Size = { width: number; height: number };

/** Returns why an image is no logo, to follow “because”; null if it can be one. */
export function logoFlaw({ width, height }: Size): string | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < LOGO_SIDE_MIN) return `it is ${width} × ${height} pixels, and each side needs ${LOGO_SIDE_MIN}`;
  if (long > LOGO_SIDE_MAX) return `it is ${width} × ${height} pixels, and a side has ${LOGO_SIDE_MAX} at most`;
  if (long > short * LOGO_RATIO_MAX) return `one side is more than ${LOGO_RATIO_MAX} times the other`;
  return null;
}

const LOGO_RATIO_MAX = 12;
const LOGO_HEIGHT = 32;
const LOGO_WIDTH_MAX = 180;

/** A logo as it is drawn, in pixels of the screen. */
export type ShownLogo = Size & {
  /** A wide logo has the store's name in it; a square one is a mark, and the name stands beside it. */
  withName: boolean;
};

export function showLogo({ width, height }: Size): ShownLogo {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH_MAX / width);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height), withName: width < height * 2 };
}
