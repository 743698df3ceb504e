/** A property of the look with its control. `of` lists the placements that have it. */
export type StyleField = {
  part: 'style' | 'hoverStyle' | 'disabledStyle' | 'labelStyle';
  name: string;
  label: string;
  of: readonly ('button' | 'price')[];
} & (
  | { kind: 'colour'; first: string }
  | { kind: 'pixels'; min: number; max: number }
  | { kind: 'choice'; values: Choices }
);

/** Pairs of value and label. */
export type Choices = readonly (readonly [value: string, label: string])[];

const BOTH = ['button', 'price'] as const;
const BUTTON = ['button'] as const;

const FONTS: Choices = [
  ['Georgia, serif', 'Georgia'],
  ['Helvetica, Arial, sans-serif', 'Helvetica'],
  ['ui-monospace, monospace', 'Monospace'],
];
const WEIGHTS: Choices = [
  ['400', 'Regular'],
  ['600', 'Semibold'],
  ['700', 'Bold'],
];

export const STYLE_FIELDS: readonly StyleField[] = [
  { part: 'style', name: 'backgroundColor', label: 'Background', of: BUTTON, kind: 'colour', first: '#b4532f' },
  {
    part: 'hoverStyle',
    name: 'backgroundColor',
    label: 'When hovered',
    of: BUTTON,
    kind: 'colour',
    first: '#963f20',
  },
  {
    part: 'disabledStyle',
    name: 'backgroundColor',
    label: 'When disabled',
    of: BUTTON,
    kind: 'colour',
    first: '#e4dccf',
  },
  { part: 'style', name: 'color', label: 'Text', of: BOTH, kind: 'colour', first: '#1f1d1a' },
  { part: 'labelStyle', name: 'color', label: 'Label below', of: BUTTON, kind: 'colour', first: '#655f56' },
  { part: 'style', name: 'height', label: 'Height, px', of: BOTH, kind: 'pixels', min: 24, max: 96 },
  { part: 'style', name: 'borderRadius', label: 'Corners, px', of: BUTTON, kind: 'pixels', min: 0, max: 48 },
  { part: 'style', name: 'fontSize', label: 'Text size, px', of: BOTH, kind: 'pixels', min: 11, max: 40 },
  {
    part: 'style',
    name: 'width',
    label: 'Width',
    of: BUTTON,
    kind: 'choice',
    values: [
      ['100%', 'All there is'],
      ['240px', '240 px'],
    ],
  },
  {
    part: 'style',
    name: 'border',
    label: 'Border',
    of: BUTTON,
    kind: 'choice',
    values: [
      ['none', 'None'],
      ['1px solid currentcolor', 'Thin'],
      ['2px solid currentcolor', 'Strong'],
    ],
  },
  { part: 'style', name: 'fontFamily', label: 'Font', of: BOTH, kind: 'choice', values: FONTS },
  { part: 'style', name: 'fontWeight', label: 'Weight', of: BOTH, kind: 'choice', values: WEIGHTS },
  {
    part: 'style',
    name: 'textTransform',
    label: 'Letters',
    of: BOTH,
    kind: 'choice',
    values: [['uppercase', 'Capitals']],
  },
  {
    part: 'style',
    name: 'textAlign',
    label: 'Aligned',
    of: ['price'],
    kind: 'choice',
    values: [
      ['start', 'To the start'],
      ['center', 'To the middle'],
      ['end', 'To the end'],
    ],
  },
];

/** Returns the name of the control, which is also the name of the address parameter. */
export const nameOf = ({ part, name }: StyleField) => `${part}.${name}`;

export const PLACEMENTS: Choices = [
  ['button', 'Button'],
  ['price', 'Price'],
  ['both', 'Price and button'],
  ['status', 'Status page, guest'],
  ['status_signed_in', 'Status page, signed in'],
];

export const LANGUAGES: Choices = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['sv', 'Svenska'],
  ['pt', 'Português'],
  ['ja', '日本語'],
  ['ar', 'العربية'],
  ['he', 'עברית'],
];

export const DIRECTIONS: Choices = [
  ['', 'As the language'],
  ['ltr', 'Left to right'],
  ['rtl', 'Right to left'],
];

export const THEMES: Choices = [
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export const CODES: Choices = [
  ['page', 'For a page'],
  ['react', 'For React'],
];

export const POLICIES: Choices = [
  ['none', 'None'],
  ['csp', 'Strict CSP'],
  ['trusted_types', 'CSP, no Trusted Types'],
  ['isolated', 'Cross-origin isolated'],
  ['sandbox', 'Sandboxed'],
];
