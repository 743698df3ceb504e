import type { Said } from './framed.ts';

/** The origin of the stand-in, from which this script was loaded. */
export const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

/** Makes a frame with a page of the stand-in. It takes over colour and font of the text, and whether the page is dark. */
export function framed(path: string, locale: string, host: Element): HTMLIFrameElement {
  const { color, fontFamily: font, fontSize: size } = getComputedStyle(host);
  const { colorScheme } = getComputedStyle(document.documentElement);
  const mayBe = (name: string) => colorScheme.includes(name);
  const isDark = mayBe('dark') && (!mayBe('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  const look = { color, font, size, scheme: isDark ? 'dark' : 'light' };
  const frame = document.createElement('iframe');
  const query = `${path.includes('?') ? '&' : '?'}locale=${encodeURIComponent(locale)}`;
  frame.src = `${origin}${path}${query}#${encodeURIComponent(JSON.stringify(look))}`;
  frame.style.colorScheme = look.scheme;
  frame.style.cssText += ';width:100%;height:0;border:0;display:block';
  return frame;
}

type Heard = { fakeStripe?: Said; title?: string; height?: number; complete?: boolean } | null;

/** Listens to one frame. Applies the title and height that it reports. */
export function hear(frame: HTMLIFrameElement, listener: (said: Said, complete: boolean | undefined) => void): void {
  const heard = ({ source, data }: MessageEvent<Heard>) => {
    if (source !== frame.contentWindow || !data?.fakeStripe) return;
    if (!frame.isConnected) return removeEventListener('message', heard);
    if (data.title) frame.title = data.title;
    if (data.height) frame.style.height = `${data.height}px`;
    listener(data.fakeStripe, data.complete);
  };
  addEventListener('message', heard);
}

/** Asks a frame and resolves with its answer. */
export function ask<Answer>(frame: HTMLIFrameElement, message: { fakeStripe: string }): Promise<Answer> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    frame.contentWindow?.postMessage(message, origin, [port2]);
  });
}

/** Shows a page of the bank over the page. Resolves when the shopper has answered, or has closed it. */
export function challenge(url: string, locale: string): Promise<void> {
  return new Promise((resolve) => {
    const cover = document.createElement('dialog');
    cover.style.cssText = 'width:min(26rem,calc(100% - 2rem));padding:0;border:0;border-radius:12px;overflow:hidden';
    const frame = framed(url.slice(origin.length), locale, document.body);
    frame.title = 'Bank';
    const close = () => {
      cover.remove();
      resolve();
    };
    hear(frame, (said) => said === 'challenge' && close());
    // Closes without an answer. The page around it must not react to the key.
    cover.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    });
    cover.append(frame);
    document.body.append(cover);
    cover.showModal();
  });
}
