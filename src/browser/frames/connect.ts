import { type FrameState, type Hello, PROTOCOL } from '../../protocol/wire/frame-messages.ts';

/** The state in the document's fragment; an empty one when somebody opened the document by itself. */
export function readState(): Partial<FrameState> {
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(1))) as FrameState;
  } catch {
    return {};
  }
}

/** The JSON that the server put into the document (`<script type="application/json" id="data">`). */
export function readData<Data>(): Data {
  return JSON.parse(document.getElementById('data')?.textContent ?? '') as Data;
}

/**
 * Says hello to the page that embeds the frame, to exactly the origin in the fragment, and returns how to speak to the
 * SDK from then on. Without an SDK around it (a document opened by itself) it speaks to nobody.
 */
export function connect<Incoming, Outgoing>(
  { n, o }: Partial<FrameState>,
  hello: Pick<Hello, 'title' | 'view' | 'fault'>,
  onMessage: (message: Incoming) => void,
): (message: Outgoing) => void {
  // A sandboxed page or one from a file has the origin `null`, which is nobody's in particular.
  if (!n || !o || o === 'null' || parent === window) return () => {};
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event) => onMessage(event.data as Incoming);
  const message: Hello = { service: PROTOCOL, nonce: n, ...hello };
  parent.postMessage(message, { targetOrigin: o, transfer: [port2] });
  return (outgoing) => port1.postMessage(outgoing);
}
