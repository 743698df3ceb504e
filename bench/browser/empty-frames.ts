import { offer } from './bench.ts';

// Adds frames of the script's own site to the elements that name them, and opens a checkout over the page at the button's message.

const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

function frameOf(path: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = `${origin}/${path}`;
  return frame;
}

const loads: Promise<unknown>[] = [];
const begin = () => {
  for (const place of document.querySelectorAll<HTMLElement>('[data-empty]')) {
    const frame = frameOf(place.dataset.empty ?? '');
    loads.push(new Promise((resolve) => frame.addEventListener('load', resolve)));
    place.append(frame);
  }
  return Promise.all(loads);
};

addEventListener('message', () => {
  const dialog = document.createElement('dialog');
  dialog.style.cssText = 'inset:0;min-width:100%;min-height:100%;padding:0;border:0';
  const frame = frameOf('checkout');
  frame.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
});

offer({ settled: new Promise((resolve) => addEventListener('DOMContentLoaded', () => resolve(begin()))) });
