import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { base } from './base.ts';
import { emit } from './events.ts';
import { tellMeasures } from './measures.ts';
import { sdk } from './sdk.ts';

declare global {
  interface Window {
    Service?: ServiceSdk;
  }
}

// A second copy does nothing. An element of the page with the id `Service` also sets `window.Service`, but has no function `init`:
// only functions have `call`.
if (!window.Service?.init?.call) {
  if (base) start();
  else console.error('Service: self_hosted: load service.js from the service');
}

function start(): void {
  window.Service = sdk;
  tellMeasures();
  // Prints what the SDK does (`src/browser/debug`). The SDK behind it in that script is a second copy.
  if (location.href.match('service-debug')) void import(`${base}/api/v1/service.js?service-debug`);
  emit('Ready', null);
}
