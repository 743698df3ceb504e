import { type FrameState, type Hello, PROTOCOL } from '../../protocol/wire/frame-messages.ts';

/** Reads the state in the document's fragment. It is empty when the document was opened by itself. */
export function readState(): Partial<FrameState> {
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(1))) as FrameState;
  } catch {
    return {};
  }
}

/** Reads the JSON that the server put into the document (`<script type="application/json" id="data">`). */
export function readData<Data>(): Data {
  return JSON.parse(document.querySelector('#data')?.textContent ?? '') as Data;
}

/**
 * Sends the hello to the embedding page, to exactly the origin in the fragment. Returns the function that sends messages to
 * the SDK; in a document that was opened by itself that function does nothing.
 */
export function connect<Incoming, Outgoing>(
  { n, o }: Partial<FrameState>,
  hello: Pick<Hello, 'title' | 'view' | 'panel' | 'fault'>,
  onMessage: (message: Incoming) => void,
): (message: Outgoing) => void {
  // A sandboxed page or a file has the origin `null`, which identifies no page.
  if (!n || !o || o === 'null' || parent === window) return () => {};
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event) => onMessage(event.data as Incoming);
  const message: Hello = { service: PROTOCOL, nonce: n, ...hello };
  parent.postMessage(message, { targetOrigin: o, transfer: [port2] });
  return (outgoing) => port1.postMessage(outgoing);
}
