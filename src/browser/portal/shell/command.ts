import type { GlyphName } from '../ui/glyph.tsx';

/** A place to go to by the palette. */
export type Command = {
  value: string;
  text: string;
  hint?: string;
  glyph: GlyphName;
  href: string;
  /** It is inside another page, and only shown once a part of its name is typed. */
  inner?: boolean;
  /** Done before going there. */
  before?: () => void;
};
