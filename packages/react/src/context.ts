import { createContext, useContext } from 'react';
import type { ServiceSdk } from 'waitlist-preorder-loader';

/** A `LoadError` of the loader or a `ServiceError` of the SDK; both have a stable code. */
export type PreorderError = Error & { code: string };

export type PreorderContext = {
  /** null until the SDK has loaded; always null on a server. */
  service: ServiceSdk | null;
  /** Why the SDK could not be loaded. */
  error: PreorderError | null;
  /** Tells the page's developer of misuse; never throws. */
  report(error: unknown): void;
};

export const Preorders = createContext<PreorderContext | null>(null);

export function usePreorders(): PreorderContext {
  const context = useContext(Preorders);
  if (!context) throw new Error('This needs a <PreorderProvider> around it.');
  return context;
}

/** Returns `window.Service`, for everything that the components do not offer; null until it has loaded. */
export function useService(): ServiceSdk | null {
  return usePreorders().service;
}
