import {
  type FrameEvent,
  type FrameState,
  type FrameType,
  type Hello,
  PROTOCOL,
  type Unheard,
} from '../../protocol/wire/frame-messages.ts';
import { base } from './base.ts';
import { emit } from './events.ts';
import { HELLO_AFTER_LOAD_MS, HELLO_MS } from './limits.ts';
import { markOwn } from './own-elements.ts';

/** An iframe of ours and its message channel. */
export type FrameLink<Outgoing> = {
  readonly frame: HTMLIFrameElement;
  /** Sends a message. Returns nothing before the hello, when it is lost. */
  post(message: Outgoing): MessagePort | undefined;
  /** Removes the iframe and its listeners. */
  end(): void;
};

/** `onMessage` never gets the events that a frame has for its page: the link dispatches those itself. */
export type FrameRequest<Incoming> = {
  type: FrameType;
  /** Query of the document, without `?`. */
  query: string;
  /** The iframe's parent. */
  into: Element;
  /** CSS declarations of the iframe, which is hidden until its hello. */
  style: string;
  /** State that the document reads from its fragment. */
  fragment?: Omit<FrameState, 'n' | 'o' | 'c' | 'color'>;
  /** The iframe's `allow` attribute: the page's permissions that it may use. */
  allow?: string;
  /** Called again when the browser reloads the document, e.g. because the page moved the iframe. */
  onHello(hello: Hello): void;
  onMessage(message: Exclude<Incoming, FrameEvent>): void;
  /** Called when no hello came in time; a late hello is still accepted. */
  onSilence(): void;
};

/**
 * Opens a frame of the service. Accepts its hello only from the service's origin, from the frame's own window, and with
 * its nonce.
 */
export function openFrame<Incoming, Outgoing>(request: FrameRequest<Incoming>): FrameLink<Outgoing> {
  const { origin: ours } = new URL(base);
  // Distinguishes this mount from others in the same window. It is not a secret: the page can read it in the address.
  const nonce = Math.random();
  const frame = document.createElement('iframe');
  markOwn(frame);
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout>;

  const waitForHello = (ms: number) => {
    clearTimeout(timer);
    // A prerendered page loads no cross-site frame before it is shown, so the timer starts over.
    timer = setTimeout(
      (document as { prerendering?: boolean }).prerendering ? waitForHello : request.onSilence,
      ms,
      ms,
    );
  };
  const listener = (event: MessageEvent<Hello | undefined>) => {
    // The origin is checked first: reading the data costs more, and any window may send any number of messages. The window
    // is checked last: reading `contentWindow` of a frame that is still loading creates it, which takes a slow phone 20 ms.
    if (event.origin !== ours || event.data?.nonce !== nonce || event.source !== frame.contentWindow) return;
    [port] = event.ports;
    if (!port) return;
    clearTimeout(timer);
    frame.title = event.data.title;
    frame.style.visibility = 'visible';
    port.onmessage = ({ data }: MessageEvent<{ t: string } & FrameEvent & Exclude<Incoming, FrameEvent>>) => {
      if (data.t !== 'event') return request.onMessage(data);
      if (!emit(data.name, data.payload, data.releaseId))
        port?.postMessage({ t: 'unheard', name: data.name } satisfies Unheard);
    };
    request.onHello(event.data);
  };
  // A frame is only transparent if it has the colour scheme of the element around it.
  const { colorScheme: c, color } = getComputedStyle(request.into);
  const state: FrameState = { c, color, o: origin, n: nonce, ...request.fragment };
  // `all:initial` keeps out the store's own CSS rules for iframes.
  frame.style.cssText = `all:initial;display:block;visibility:hidden;${request.style}`;
  frame.style.colorScheme = c;
  frame.onload = () => port || waitForHello(HELLO_AFTER_LOAD_MS);
  frame.allow = request.allow ?? '';
  frame.src = `${base}/frames/${PROTOCOL}/${request.type}?${request.query}#${encodeURIComponent(JSON.stringify(state))}`;
  // The address is set before: otherwise the browser loads an empty document first, which costs more than all the rest.
  request.into.append(frame);
  waitForHello(HELLO_MS);
  addEventListener('message', listener);

  return {
    frame,
    post(message) {
      port?.postMessage(message);
      return port;
    },
    end() {
      clearTimeout(timer);
      removeEventListener('message', listener);
      port?.close();
      frame.remove();
    },
  };
}
