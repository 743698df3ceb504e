import { useState } from 'preact/hooks';
import { type Fault, faultOf } from './fault.ts';

export type Sending = {
  busy: boolean;
  fault: Fault | undefined;
  /** Sends once at a time. Resolves with true if it worked; otherwise `fault` says why it did not. */
  send: (work: () => Promise<unknown>) => Promise<boolean>;
  forget: () => void;
};

/** Holds the state of a form or a button that changes something. */
export function useSending(): Sending {
  const [state, setState] = useState<{ busy: boolean; fault: Fault | undefined }>({ busy: false, fault: undefined });
  async function send(work: () => Promise<unknown>): Promise<boolean> {
    if (state.busy) return false;
    setState({ busy: true, fault: undefined });
    try {
      await work();
      setState({ busy: false, fault: undefined });
      return true;
    } catch (error) {
      setState({ busy: false, fault: faultOf(error) });
      return false;
    }
  }
  return { ...state, send, forget: () => setState({ busy: false, fault: undefined }) };
}
