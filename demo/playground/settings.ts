import { DEMO_PRODUCTS, productById } from '../catalogue.ts';
import type { DemoProduct } from '../products/product.ts';
import { NO_VARIANT, variantChoices } from './choices.ts';
import {
  type Choices,
  CODES,
  DIRECTIONS,
  LANGUAGES,
  nameOf,
  PLACEMENTS,
  POLICIES,
  STYLE_FIELDS,
  type StyleField,
  THEMES,
} from './fields.ts';

/** The settings of the playground. Its address contains them, so that a link can be shared. */
export type Settings = {
  placement: string;
  product: DemoProduct;
  /** The id of the variant; '' if none is chosen. */
  variant: string;
  fallbackToSoldOut: boolean;
  language: string;
  /** '' for the direction of the language. */
  direction: string;
  theme: string;
  policy: string;
  /** The kind of code to show: for a page or for React. */
  code: string;
  /** Checked CSS values by the field's name. */
  styles: ReadonlyMap<string, string>;
};

/** Reads the settings from an address or from the form. A value that is not among the choices becomes the first choice. */
export function readSettings(given: URLSearchParams): Settings {
  const product = productById(given.get('product') ?? '') ?? first(DEMO_PRODUCTS);
  const variant = choice(given.get('variant'), variantChoices(product));
  const placement = choice(given.get('placement'), PLACEMENTS);
  return {
    placement,
    product,
    variant: variant === NO_VARIANT ? '' : variant,
    fallbackToSoldOut: given.has('fallbackToSoldOut'),
    language: choice(given.get('language'), LANGUAGES),
    direction: choice(given.get('direction'), DIRECTIONS),
    theme: choice(given.get('theme'), THEMES),
    policy: choice(given.get('policy'), POLICIES),
    code: choice(given.get('code'), CODES),
    styles: new Map(STYLE_FIELDS.flatMap((field) => styleOf(field, placement, given))),
  };
}

/** Writes the settings as the shortest query: defaults are left out. */
export function writeSettings(settings: Settings): URLSearchParams {
  const written = new URLSearchParams();
  const say = (name: string, value: string, usual: string) => value !== usual && written.set(name, value);
  say('placement', settings.placement, choice(null, PLACEMENTS));
  say('product', settings.product.id, first(DEMO_PRODUCTS).id);
  say('variant', settings.variant || NO_VARIANT, choice(null, variantChoices(settings.product)));
  say('fallbackToSoldOut', settings.fallbackToSoldOut ? '1' : '', '');
  say('language', settings.language, choice(null, LANGUAGES));
  say('direction', settings.direction, '');
  say('theme', settings.theme, choice(null, THEMES));
  say('policy', settings.policy, choice(null, POLICIES));
  say('code', settings.code, choice(null, CODES));
  for (const field of STYLE_FIELDS) {
    const name = nameOf(field);
    const value = settings.styles.get(name);
    if (value === undefined) continue;
    written.set(name, field.kind === 'pixels' ? value.replace('px', '') : value);
    if (field.kind === 'colour') written.append('use', name);
  }
  return written;
}

/** Returns the address of the page around the element. It leaves out the kind of code, which that page does not use. */
export function stageAddress(settings: Settings): string {
  const query = `${writeSettings({ ...settings, code: choice(null, CODES) })}`;
  return `/playground/stage${query && `?${query}`}`;
}

export function isRightToLeft({ direction, language }: Settings): boolean {
  return direction ? direction === 'rtl' : ['ar', 'he'].includes(language);
}

/** Returns whether the chosen placement has this property of the look. */
export function hasField(placement: string, { of }: StyleField): boolean {
  return placement === 'both' || (of as readonly string[]).includes(placement);
}

function styleOf(field: StyleField, placement: string, given: URLSearchParams): [string, string][] {
  const name = nameOf(field);
  const value = given.get(name) ?? '';
  const css = hasField(placement, field) && cssValue(field, value, given.getAll('use').includes(name));
  return css ? [[name, css]] : [];
}

function cssValue(field: StyleField, value: string, isUsed: boolean): string | undefined {
  switch (field.kind) {
    // A colour input always has a value; the box beside it says whether it applies.
    case 'colour':
      return isUsed && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined;
    case 'pixels':
      return /^\d{1,3}$/.test(value) && Number(value) >= field.min && Number(value) <= field.max
        ? `${value}px`
        : undefined;
    case 'choice':
      return field.values.some(([one]) => one === value) ? value : undefined;
  }
}

function choice(given: string | null, choices: Choices): string {
  return (choices.find(([value]) => value === given) ?? first(choices))[0];
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('empty list of choices');
  return one;
}
