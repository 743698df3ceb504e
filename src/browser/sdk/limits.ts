/** One place for the SDK's limits; apart from the code, because only then the compiler writes them as plain numbers. */

/** In a narrower frame the label has room for two lines: `button/style.css` has the same number. */
export const NARROW_PX = 240;
/** A document that could not be loaded fires `load` as well (the browser's error page): its hello would be here by then. */
export const HELLO_AFTER_LOAD_MS = 1000;
/** A service that neither answers nor refuses. */
export const HELLO_MS = 15_000;
/** Enough for any framework that renders anew, and an end to a quarrel with one that does not want us. */
export const RETURNS_MAX = 50;
export const PROPERTIES_MAX = 50;
/** Of all line item properties together. */
export const BYTES_MAX = 8192;
/** Of an id and of a line item property; what the frame takes of a style is shorter. */
export const VALUE_MAX = 500;
