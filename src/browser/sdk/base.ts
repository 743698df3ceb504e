// A module has no current script. An element of the page that is named `currentScript` is no script.
const script = document.currentScript ?? document.querySelector('script[src*="/api/v1/service.js"]');

/** The service's own address, from the script's; '' when it cannot be known. Must be asked while the script runs. */
export const [base = ''] = script instanceof HTMLScriptElement ? script.src.split('/api/v1/service.js') : [];
