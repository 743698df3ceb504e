import { useLayoutEffect, useState } from 'preact/hooks';

/** A frame's state. It is one value, replaced as a whole by each change. */
export type ObservableState<State> = {
  state(): State;
  set(changes: Partial<State>): void;
  /** Calls the listener after each change. Returns a function that ends this. */
  subscribe(listener: () => void): () => void;
};

/**
 * A frame with a live region has its text in `announcement`. `focus` names the element that gets the focus: each time a new
 * object, so that the same element can be focused again.
 */
export function createObservableState<State extends object>(initial: State): ObservableState<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set(changes) {
      // A move of the focus clears the announcement: it is outdated, and the same text can then be announced again.
      const outdated = 'focus' in changes && changes.focus ? { announcement: '' } : {};
      state = { ...state, ...outdated, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the state, and renders the component again after each change. */
export function useObservableState<State>(observable: ObservableState<State>): State {
  const [state, setState] = useState(observable.state());
  useLayoutEffect(() => {
    const update = () => setState(observable.state());
    // The state may have changed between the first render and this effect.
    update();
    return observable.subscribe(update);
  }, [observable]);
  return state;
}
