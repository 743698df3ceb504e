// The charts' library makes a number format for the browser's language as soon as it is loaded, and Intl throws where that is no language:
// Chromium says `en-US@posix` under LANG=C. This module is loaded before it.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
