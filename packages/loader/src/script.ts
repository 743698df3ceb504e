import { loadError } from './load-error.ts';

const added = new WeakSet<HTMLScriptElement>();
// The page's own that never came to anything.
const hopeless = new WeakSet<HTMLScriptElement>();

/** The script that the page has, or that an earlier call added. */
export function findScript(): HTMLScriptElement | undefined {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[src*="/api/v1/service.js"]');
  return [...scripts].find((script) => !hopeless.has(script));
}

/** A script says once that it loaded or failed, and to a later listener never. The page's own may have said so before. */
export function saysWhatBecomesOfIt(script: HTMLScriptElement): boolean {
  return added.has(script);
}

/** The next call brings another one. */
export function discardScript(script: HTMLScriptElement): void {
  if (added.has(script)) script.remove();
  else hopeless.add(script);
}

export function addScript(address: string, nonce: string | undefined): HTMLScriptElement {
  const script = document.createElement('script');
  script.async = true;
  // The attribute reads as empty, so that no style sheet gets hold of it; the property has it.
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

/** The address as a page with Trusted Types wants it. A page's default policy is asked by the browser itself. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return address;
  try {
    policy ??= trustedTypes.createPolicy('waitlist-preorder-loader', { createScriptURL: (url) => url });
    // The declared types of browsers know text alone.
    return policy.createScriptURL(address) as string;
  } catch {
    return address;
  }
}
