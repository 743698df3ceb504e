/** Returns the error that Stripe.js throws when a page calls it wrongly. */
export const misuse = (message: string): Error => new Error(`IntegrationError: ${message}`);

/** Throws for options that the call does not have. */
export function only(call: string, given: object, names: readonly string[]): void {
  const strange = Object.keys(given).find((name) => !names.includes(name));
  if (strange) throw misuse(`${call} takes no ${strange}`);
}

export type Listener = (event: object) => void;

/** The listeners of an element. Throws for an event that the element does not have. */
export function createListeners(events: readonly string[]) {
  const listeners: Record<string, Listener[]> = {};
  return {
    on(name: string, listener: Listener): void {
      if (!events.includes(name)) throw misuse(`there is no event ${name}`);
      listeners[name] = [...(listeners[name] ?? []), listener];
    },
    has: (name: string) => (listeners[name] ?? []).length > 0,
    emit(name: string, event: object): void {
      for (const listener of listeners[name] ?? []) listener(event);
    },
  };
}
