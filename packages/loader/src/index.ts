import type { ServiceSdk } from '../../../src/protocol/wire/sdk-api.ts';
import type { SdkEventName, SdkEvents } from '../../../src/protocol/wire/sdk-events.ts';
import { type LoadError, type LoadErrorCode, loadError } from './load-error.ts';
import { addScript, discardScript, findScript } from './script.ts';
import { whenRun } from './when-run.ts';

export type * from '../../../src/protocol/wire/customer-data.ts';
export type * from '../../../src/protocol/wire/sdk-api.ts';
export type * from '../../../src/protocol/wire/sdk-events.ts';
export type { LoadError, LoadErrorCode };

export type LoadOptions = {
  /** The service's address, e.g. `https://preorders.example.com`; the script is `{baseUrl}/api/v1/service.js`. */
  baseUrl: string;
  /** Milliseconds to wait for the script; 10 seconds by default. */
  timeoutMs?: number | undefined;
  /** For a Content-Security-Policy with nonces; by default the nonce of the page's own scripts, if they have one. */
  nonce?: string | undefined;
};

type SdkWindowEvents = { 'Service:Ready': Event } & {
  [Name in SdkEventName as `Service:${Name}`]: CustomEvent<SdkEvents[Name]>;
};

declare global {
  interface Window {
    /** Undefined until the SDK has loaded. */
    Service?: ServiceSdk;
  }
  /** The SDK dispatches each event on `window` too, and `Service:Ready` once it has loaded. */
  interface WindowEventMap extends SdkWindowEvents {}
}

const TIMEOUT_MS = 10_000;
// Timers count in 32 bits: a longer one would fire at once.
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/**
 * Resolves with `window.Service` and loads its script from the service's host if needed. There is only one script, however
 * often it is called, and also if the page already has it. Rejects with a `LoadError`, never throws; after a failure the
 * next call tries again.
 */
export async function loadService(options: LoadOptions): Promise<ServiceSdk> {
  if (typeof document === 'undefined') {
    throw loadError('no_browser', 'there is no page here; call it in an effect or an event handler');
  }
  const { baseUrl, timeoutMs = TIMEOUT_MS, nonce } = options ?? {};
  if (!(timeoutMs > 0)) throw loadError('invalid_parameter', 'timeoutMs is a number of milliseconds');
  const address = scriptAddress(baseUrl);
  const present = findScript();
  if (present && withoutQuery(present.src) !== address) {
    throw loadError('other_service', `the page has ${present.src} already`);
  }
  const ready = serviceOfPage();
  if (ready) return ready;
  const script = present ?? addScript(address + debugQuery(), nonce);
  await whenRun(script, Math.min(timeoutMs, TIMEOUT_MS_MAX));
  const service = serviceOfPage();
  if (service) return service;
  discardScript(script);
  throw loadError('invalid_script', `${address} is something else`);
}

/** Returns the SDK if it has loaded. An element of the page with the id `Service` also sets `window.Service`. */
function serviceOfPage(): ServiceSdk | undefined {
  return typeof window.Service?.init === 'function' ? window.Service : undefined;
}

function scriptAddress(baseUrl: unknown): string {
  if (typeof baseUrl === 'string' && /^https?:\/\/[^?#]+$/i.test(baseUrl) && URL.canParse(baseUrl)) {
    return new URL(`${baseUrl.replace(/\/+$/, '')}/api/v1/service.js`).href;
  }
  throw loadError('invalid_parameter', "baseUrl is the service's address, such as https://preorders.example.com");
}

/** Passes `?service-debug` in the page's address on to the script, which then prints its steps on the console. */
function debugQuery(): string {
  return new URLSearchParams(location.search).has('service-debug') ? '?service-debug' : '';
}

/** Removes the query, which pages may add in order to get around caches. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*/, '');
}
