import type { SdkEventName } from '../../src/protocol/wire/sdk-events.ts';

const NAMES: Record<SdkEventName, true> = {
  PlacementLoaded: true,
  PlacementFailed: true,
  LearnMoreClicked: true,
  ButtonClicked: true,
  PreorderCheckoutStep: true,
  PreorderCheckoutSubmitted: true,
  PreorderCreated: true,
  PreorderFailed: true,
  PreorderCancelled: true,
  ArrangeReturnClicked: true,
};
export const EVENT_NAMES = Object.keys(NAMES);

// Older events are removed from the list.
const SHOWN_MAX = 50;

/** Shows every event of the SDK. It listens on `window`, where the SDK dispatches each one as a CustomEvent too. */
export function followEvents(): void {
  for (const name of EVENT_NAMES) {
    addEventListener(`Service:${name}`, (event) => showEvent(name, (event as CustomEvent).detail));
  }
  addEventListener('Service:Ready', () => showEvent('Service:Ready', undefined));
  document.querySelector('[data-clear]')?.addEventListener('click', () => {
    document.querySelector('[data-events]')?.replaceChildren();
    countEvents(0);
  });
}

let seen = 0;

export function showEvent(name: string, payload: unknown): void {
  const list = document.querySelector('[data-events]');
  if (!list) return;
  list.querySelector('.empty')?.remove();
  list.prepend(entry(name, payload));
  list.children[SHOWN_MAX]?.remove();
  countEvents(seen + 1);
}

function countEvents(number: number): void {
  const count = document.querySelector<HTMLElement>('[data-count]');
  seen = number;
  if (!count) return;
  count.textContent = String(seen);
  count.hidden = seen === 0;
}

function entry(name: string, payload: unknown): HTMLLIElement {
  const item = document.createElement('li');
  const title = document.createElement('strong');
  const time = document.createElement('time');
  title.textContent = name;
  time.textContent = new Date().toLocaleTimeString('en-GB');
  item.append(title, time);
  if (payload !== undefined && payload !== null) {
    const text = document.createElement('code');
    text.textContent = JSON.stringify(payload, null, 1).replaceAll(/\n\s*/g, ' ');
    item.append(text);
  }
  return item;
}
