import { loadError } from './load-error.ts';

const added = new WeakSet<HTMLScriptElement>();
// The page's own scripts that failed.
const failed = new WeakSet<HTMLScriptElement>();

/** Returns the script that is in the page, or that an earlier call has added. */
export function findScript(): HTMLScriptElement | undefined {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[src*="/api/v1/service.js"]');
  return [...scripts].find((script) => !failed.has(script));
}

/**
 * Returns whether the loader can rely on the script's `load` and `error` events. They fire once; the page's own script may
 * have fired them before the loader listened.
 */
export function firesEvents(script: HTMLScriptElement): boolean {
  return added.has(script);
}

/** Gives the script up, so that the next call adds another one. */
export function discardScript(script: HTMLScriptElement): void {
  if (added.has(script)) script.remove();
  else failed.add(script);
}

export function addScript(address: string, nonce: string | undefined): HTMLScriptElement {
  const script = document.createElement('script');
  script.async = true;
  // Browsers hide the nonce attribute from style sheets; only the property has the value.
  const nonceOfPage = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  script.nonce = nonce ?? nonceOfPage ?? '';
  try {
    script.src = trusted(address);
  } catch {
    throw loadError('blocked_by_policy', "the page's Trusted Types allow no script to be added");
  }
  (document.head ?? document.documentElement).append(script);
  added.add(script);
  return script;
}

type Policy = { createScriptURL(address: string): unknown };
type TrustedTypes = { defaultPolicy: unknown; createPolicy(name: string, rules: Policy): Policy };

let policy: Policy | undefined;

/** Converts the address for a page with Trusted Types. If the page has a default policy, the browser applies that itself. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return address;
  try {
    policy ??= trustedTypes.createPolicy('waitlist-preorder-loader', { createScriptURL: (url) => url });
    // TypeScript declares `src` as a string only.
    return policy.createScriptURL(address) as string;
  } catch {
    return address;
  }
}
