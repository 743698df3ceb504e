import { type FrameState, type Hello, type PlacementView, PROTOCOL } from '../../protocol/wire/frame-messages.ts';
import { type StepDetails, say } from './say.ts';

const names = new WeakMap<Element, string>();
let made = 0;

/** Prints what becomes of containers and frames, and each message between the page and a frame. */
export function watchFrames(base: string): void {
  const path = `${base}/frames/${PROTOCOL}/`;
  const framesIn = (node: Node): HTMLIFrameElement[] => {
    if (!(node instanceof Element)) return [];
    const all = node instanceof HTMLIFrameElement ? [node] : [...node.querySelectorAll('iframe')];
    return all.filter(({ src }) => src.startsWith(path));
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes } of changes) {
      if (type === 'attributes') sayContainer(target as HTMLElement);
      for (const frame of [...removedNodes].flatMap(framesIn)) say(`${nameOf(frame)} removed`);
      for (const frame of [...addedNodes].flatMap(framesIn)) watchFrame(frame);
    }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-service-state'] });
  // Before the SDK's listeners, so that a port has no message behind it yet.
  addEventListener('message', (event: MessageEvent<Hello | undefined>) => watchHello(event, new URL(base).origin));
  // What was there before, where the SDK runs already.
  for (const container of document.querySelectorAll<HTMLElement>('[data-service-state]')) sayContainer(container);
  for (const frame of framesIn(document.documentElement)) watchFrame(frame);
}

function sayContainer({ dataset }: HTMLElement): void {
  const { servicePlacementType: type, serviceInstanceId: instanceId, serviceState } = dataset;
  say(`container ${type} is ${serviceState}`, { instanceId });
}

function nameOf(frame: HTMLIFrameElement): string {
  const known = names.get(frame);
  if (known !== undefined) return known;
  made += 1;
  const name = `${new URL(frame.src).pathname.split('/').pop()} ${made}`;
  names.set(frame, name);
  return name;
}

function watchFrame(frame: HTMLIFrameElement): void {
  // A page may take a frame out and put it in again.
  if (!names.has(frame)) frame.addEventListener('load', () => say(`${nameOf(frame)} loaded`));
  const [address] = frame.src.split('#');
  const { v: variant, f: fallbackToSoldOut, ...rest } = stateOf(frame);
  const styles = Object.keys(rest).filter((name) => /style/i.test(name));
  say(`${nameOf(frame)} made`, { address, variant, fallbackToSoldOut, ...(styles.length > 0 && { styles }) });
}

/** Returns the state in the frame's address, which the SDK wrote. */
function stateOf({ src }: HTMLIFrameElement): Partial<FrameState> {
  try {
    return JSON.parse(decodeURIComponent(new URL(src).hash.slice(1))) as FrameState;
  } catch {
    return {};
  }
}

/** Says whether the SDK takes a hello, by the same three questions: whose origin, which frame, which nonce. */
function watchHello({ data, origin, source, ports }: MessageEvent<Hello | undefined>, ours: string): void {
  if (data?.service !== PROTOCOL) return;
  const frame = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
  const [port] = ports;
  if (origin !== ours) say('hello refused: of another origin', { origin });
  else if (!frame || stateOf(frame).n !== data.nonce) say('hello refused: of no frame that is in the page now');
  else if (!port) say(`${nameOf(frame)} hello refused: without a port`);
  else {
    say(`${nameOf(frame)} hello, port opened`, { fault: data.fault, ...viewFacts(data.view) });
    watchPort(port, nameOf(frame));
  }
}

function watchPort(port: MessagePort, name: string): void {
  port.addEventListener('message', ({ data }) => say(`${name} to page: ${data.t}`, messageFacts(data)));
  // On this one port, so that no other of the page is touched.
  port.postMessage = (message: Message) => {
    say(`page to ${name}: ${message.t}`, messageFacts(message));
    MessagePort.prototype.postMessage.call(port, message);
  };
}

type Message = { t: string; i?: number; name?: string; height?: number; mode?: string; view?: PlacementView } & {
  v?: string;
  variantId?: string;
  data?: object;
};

/** Returns what may be told of a message. Of the customer's data, that is which fields there are; of an event, its name. */
function messageFacts({ t, i, name, height, mode, view, v, variantId, data }: Message): StepDetails {
  const fields = t === 'customer' ? { fields: Object.keys(data ?? {}) } : {};
  return { i, name, height, mode, variant: variantId ?? v, ...fields, ...(t === 'view' && viewFacts(view)) };
}

function viewFacts(view: PlacementView | null | undefined): StepDetails {
  if (!view) return {};
  const { height, disabled, fault, ref, refused } = view;
  return {
    height,
    disabled,
    fault,
    variant: ref.skuId,
    waitlist: ref.releaseId,
    notes: refused.map(([, , why]) => why),
  };
}
