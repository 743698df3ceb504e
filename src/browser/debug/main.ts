import { base } from '../sdk/base.ts';
import { watchCalls } from './calls.ts';
import { watchEvents } from './events.ts';
import { watchFrames } from './frames.ts';
import { say } from './say.ts';

// Runs before the SDK in `service.js?service-debug`, and prints each step between page, SDK and frames on the console. It
// watches from outside: the SDK behind it is byte for byte the one of `service.js`. It prints no personal data. In a page
// with that word in its own address, the SDK of `service.js` loads it.

declare global {
  interface Window {
    serviceDebug?: true;
  }
}

if (base && !window.serviceDebug) {
  window.serviceDebug = true;
  const isLate = typeof window.Service?.init === 'function';
  say('watching', { service: base, page: origin, isolated: crossOriginIsolated, ...(isLate && { late: true }) });
  watchEvents(watchCalls);
  watchFrames(base);
  if (isLate) watchCalls();
}
