/** The SDK's limits. They are in a file of their own because only then does the compiler inline them as plain numbers. */

/** A narrower frame keeps room for two lines of the label. `button/style.css` has the same number. */
export const NARROW_PX = 240;
/**
 * Time for a hello after `load`. The browser's error page fires `load` too, but never says hello; the hello of a real
 * document is here by then.
 */
export const HELLO_AFTER_LOAD_MS = 1000;
/** Time for a hello when the service does not respond at all. */
export const HELLO_MS = 15_000;
/** How many placements are put back within `RETURNS_MS`, after the page removed their containers or frames. */
export const RETURNS_MAX = 200;
export const RETURNS_MS = 10_000;
/** How long a closed checkout keeps what was typed. */
export const KEPT_MS = 1_800_000;
export const PROPERTIES_MAX = 50;
/** Size of all line item properties together. */
export const BYTES_MAX = 8192;
/** Characters of an id and of a line item property. The frame's own limit for a style value is lower. */
export const VALUE_MAX = 500;
