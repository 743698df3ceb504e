import {
  type FrameEvent,
  type FrameState,
  type FrameType,
  type Hello,
  PROTOCOL,
  type Unheard,
} from '../../protocol/wire/frame-messages.ts';
import type { MeasuredEvent } from '../../protocol/wire/measures.ts';
import { base } from './base.ts';
import { emit } from './events.ts';
import { HELLO_AFTER_LOAD_MS, HELLO_MS } from './limits.ts';
import { count } from './measures.ts';

/** An iframe of ours and the way to speak to it. */
export type FrameLink<Outgoing> = {
  readonly frame: HTMLIFrameElement;
  /** Before the hello nobody hears it. */
  post(message: Outgoing): void;
  /** Takes the iframe away and forgets it. */
  end(): void;
};

/** What a frame tells its page in events never comes to `onMessage`: the link passes it on. */
export type FrameRequest<Incoming> = {
  type: FrameType;
  /** Query of the document, without `?`. */
  query: string;
  /** Where the iframe is put. */
  into: Element;
  /** CSS declarations of the iframe. It is not seen before its hello. */
  style: string;
  /** What the document is told in its fragment. */
  state?: Omit<FrameState, 'n' | 'o' | 'c' | 'color'>;
  /** What of the page's permissions it may use. */
  allow?: string;
  /** Comes again when the browser loads the document anew, e.g. because the page moved the iframe. */
  onHello(hello: Hello): void;
  onMessage(message: Exclude<Incoming, FrameEvent>): void;
  /** No hello came; a late one is still taken. */
  onSilence(): void;
};

/** A frame of the service. Its hello is taken from the service's origin only, from the frame's own window, with its nonce. */
export function openFrame<Incoming, Outgoing>(request: FrameRequest<Incoming>): FrameLink<Outgoing> {
  const { origin: ours } = new URL(base);
  // Tells this mount from others in the same window; it is no secret, for the page can read it in the address.
  const nonce = `${Math.random()}`;
  const frame = document.createElement('iframe');
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const waitForHello = (ms: number) => {
    clearTimeout(timer);
    // A page that is prerendered loads no frame of another site before it is shown.
    timer = setTimeout(
      (document as { prerendering?: boolean }).prerendering ? waitForHello : request.onSilence,
      ms,
      ms,
    );
  };
  const listener = (event: MessageEvent<Hello | undefined>) => {
    // The origin first: reading the data costs more, and anybody may send any number of messages. The window last: to be
    // asked for, that of a frame whose document has not come yet is made first, which takes a slow phone 20 ms.
    if (event.origin !== ours || event.data?.nonce !== nonce || event.source !== frame.contentWindow) return;
    [port] = event.ports;
    if (!port) return;
    clearTimeout(timer);
    frame.title = event.data.title;
    frame.style.visibility = 'visible';
    port.onmessage = ({ data }: MessageEvent<{ t: string } & FrameEvent & Exclude<Incoming, FrameEvent>>) => {
      if (data.t !== 'event') return request.onMessage(data);
      if (data.releaseId) count(data.name as MeasuredEvent, data.releaseId);
      if (!emit(data.name, data.payload)) port?.postMessage({ t: 'unheard', name: data.name } satisfies Unheard);
    };
    request.onHello(event.data);
  };
  addEventListener('message', listener);
  // A frame of another scheme than the page's around it would not be transparent.
  const { colorScheme: c, color } = getComputedStyle(request.into);
  const fragment: FrameState = { c, color, o: origin, n: nonce, ...request.state };
  // Out of reach of the store's own rules for iframes.
  frame.style.cssText = `all:initial;display:block;visibility:hidden;${request.style}`;
  frame.style.colorScheme = c;
  frame.onload = () => port || waitForHello(HELLO_AFTER_LOAD_MS);
  frame.allow = request.allow ?? '';
  frame.src = `${base}/frames/${PROTOCOL}/${request.type}?${request.query}#${encodeURIComponent(JSON.stringify(fragment))}`;
  // Not before it has its address: else the browser loads an empty document first, which takes it longer than all the rest.
  request.into.append(frame);
  waitForHello(HELLO_MS);

  return {
    frame,
    post(message) {
      port?.postMessage(message);
    },
    end() {
      clearTimeout(timer);
      removeEventListener('message', listener);
      port?.close();
      frame.remove();
    },
  };
}
