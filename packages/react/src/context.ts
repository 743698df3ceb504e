import { createContext, useContext } from 'react';
import type { ServiceSdk } from 'waitlist-preorder-loader';

/** A `LoadError` of the loader or a `ServiceError` of the SDK; both have a stable code. */
export type PreorderError = Error & { code: string };

export type PreorderContext = {
  /** null until the SDK is there, on the server always. */
  service: ServiceSdk | null;
  /** Why it will not be there. */
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

/** `window.Service` for what the components do not do; null until it is there. */
export function useService(): ServiceSdk | null {
  return usePreorders().service;
}
