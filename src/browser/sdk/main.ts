import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { base } from './base.ts';
import { createSdk } from './sdk.ts';

declare global {
  interface Window {
    Service?: ServiceSdk;
  }
}

// A second copy does nothing. An element of the page with the id `Service` also sets `window.Service`, but has no `init`.
if (typeof window.Service?.init !== 'function') {
  if (base) start();
  else console.error('Service: self_hosted: load service.js from the service');
}

function start(): void {
  window.Service = createSdk();
  // Prints what the SDK does (`src/browser/debug`). The SDK behind it in that script is a second copy.
  if (location.href.match('service-debug')) void import(`${base}/api/v1/service.js?service-debug`);
  // Not a plain `Event`: the script is smaller when it makes one kind.
  dispatchEvent(new CustomEvent('Service:Ready'));
}
