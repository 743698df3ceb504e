import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { base } from './base.ts';
import { createSdk } from './sdk.ts';

declare global {
  interface Window {
    Service?: ServiceSdk;
  }
}

// A second copy does nothing. An element of the page with the id `Service` also sets `window.Service`, but has no `init`.
if (base && typeof window.Service?.init !== 'function') {
  window.Service = createSdk();
  dispatchEvent(new Event('Service:Ready'));
}
