import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { createSdk } from './sdk.ts';

declare global {
  interface Window {
    Service?: ServiceSdk;
  }
}

// A module has no current script. An element of the page that is named `currentScript` is no script.
const script = document.currentScript ?? document.querySelector('script[src*="/api/v1/service.js"]');

// A second copy does nothing; an element of the page with the id `Service` is no copy.
if (script instanceof HTMLScriptElement && typeof window.Service?.init !== 'function') {
  window.Service = createSdk(script.src.replace(/\/api\/v1\/service\.js.*/, ''));
  dispatchEvent(new Event('Service:Ready'));
}
