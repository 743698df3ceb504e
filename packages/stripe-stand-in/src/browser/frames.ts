import type { Dress, FrameMessage, Look, More } from './framed.ts';

/** The origin of the stand-in, from which this script was loaded. */
export const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

type Framed = { locale: string; host: Element; dress?: Dress };

/** Makes a frame with a page of the stand-in. It takes over colour and font of the text, whether the page is dark, and the appearance. */
export function framed(path: string, { locale, host, dress }: Framed): HTMLIFrameElement {
  const { color, fontFamily: font, fontSize: size } = getComputedStyle(host);
  const { colorScheme } = getComputedStyle(document.documentElement);
  const mayBe = (name: string) => colorScheme.includes(name);
  const isDark = mayBe('dark') && (!mayBe('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  const look: Look = { color, font, size, scheme: isDark ? 'dark' : 'light', ...dress };
  const frame = document.createElement('iframe');
  const query = `${path.includes('?') ? '&' : '?'}locale=${encodeURIComponent(locale)}`;
  frame.src = `${origin}${path}${query}#${encodeURIComponent(JSON.stringify(look))}`;
  frame.style.colorScheme = look.scheme;
  frame.style.cssText += ';width:100%;height:0;border:0;display:block';
  return frame;
}

type FrameData = (More & { fakeStripe?: FrameMessage; title?: string; height?: number }) | null;

/** Listens to one frame. Applies the title and height that it reports. */
export function hear(frame: HTMLIFrameElement, listener: (said: FrameMessage, more: More) => void): void {
  const heard = ({ source, data }: MessageEvent<FrameData>) => {
    if (source !== frame.contentWindow || !data?.fakeStripe) return;
    if (!frame.isConnected) return removeEventListener('message', heard);
    if (data.title) frame.title = data.title;
    if (data.height) frame.style.height = `${data.height}px`;
    listener(data.fakeStripe, data);
  };
  addEventListener('message', heard);
}

/** Sends a message to a frame that answers nothing. */
export function send(frame: HTMLIFrameElement, message: { fakeStripe: string; [name: string]: unknown }): void {
  frame.contentWindow?.postMessage(message, origin);
}

/** Asks a frame and resolves with its answer. */
export function ask<Answer>(frame: HTMLIFrameElement, message: { fakeStripe: string }): Promise<Answer> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    frame.contentWindow?.postMessage(message, origin, [port2]);
  });
}

/** Shows a frame over the page. Returns what closes it. `closed` is called when the shopper closes it by the keyboard. */
export function cover(frame: HTMLIFrameElement, closed: () => void): () => void {
  const dialog = document.createElement('dialog');
  dialog.style.cssText = 'width:min(26rem,calc(100% - 2rem));padding:0;border:0;border-radius:12px;overflow:auto';
  // Closes without an answer. The page around it must not react to the key.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    closed();
  });
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  return () => dialog.remove();
}

/** Shows a page of the bank over the page. Resolves when the shopper has answered, or has closed it. */
export function challenge(url: string, locale: string): Promise<void> {
  return new Promise((resolve) => {
    const frame = framed(url.slice(origin.length), { locale, host: document.body });
    frame.title = 'Bank';
    const end = () => {
      close();
      resolve();
    };
    hear(frame, (said) => said === 'challenge' && end());
    const close = cover(frame, end);
  });
}
