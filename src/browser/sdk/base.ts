// `currentScript` is null in a module. An element of the page with that name shadows it, hence the `instanceof` below.
const script = document.currentScript ?? document.querySelector('[src*="/api/v1/service.js"]');

/**
 * The service's base URL, taken from the script's; '' for a copy of the script at an address that is not the service's, of which no
 * base can be known. Only readable while the script runs.
 */
export const [, base = ''] =
  (script instanceof HTMLScriptElement && script.src.match(/(.*)\/api\/v1\/service\.js/)) || [];
