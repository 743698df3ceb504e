import type { ButtonDocument } from '../../../protocol/wire/views.ts';
import { readData } from '../connect.ts';
import { runPlacement } from '../placement-frame.ts';

const data = readData<ButtonDocument>();
const button = document.querySelector('#button') as HTMLButtonElement;
const ships = document.querySelector('#ships') as HTMLElement;
const learn = document.querySelector('#learn') as HTMLButtonElement;
// Only a document in which units are held has the script that defines it.
const held = window.followHeld?.(data, () => render());

const { send, state, view, render } = runPlacement({
  type: 'button',
  data,
  selectors: ['#button', '#button:enabled:hover', '#button:disabled', '#label'],
  show(variant, { f }, skuId) {
    const { state, heldUntil, text, label } = variant;
    held?.watch(heldUntil);
    const goOn = state === 'held' && held?.isOwn(skuId) && data.held?.goOn;
    const disabled = !skuId || !(goOn || state === 'order');
    button.textContent = goOn || text;
    button.disabled = disabled;
    ships.textContent = goOn ? '' : (held?.label(label, heldUntil) ?? label);
    learn.textContent = data.learn?.link ?? '';
    return text && (f || state !== 'none') ? { disabled } : null;
  },
});

/** Returns the part that all messages about a checkout share. Only origins that the store has registered may open one. */
function interest() {
  const mayOpen = !data.origins || data.origins.includes(state.o ?? '');
  const now = view();
  // The first drawing of the checkout reads it (`checkout/first`). Where the storage is blocked, it waits for the page's message.
  try {
    sessionStorage.variant = now.ref.skuId;
  } catch {}
  return { view: mayOpen ? now : { ...now, fault: 'origin_not_allowed' as const }, texts: data.modal };
}

let opener: HTMLButtonElement | undefined;
button.onclick = () => {
  opener = button;
  send({ t: 'click', ...interest() });
};
learn.onclick = () => {
  opener = learn;
  if (data.learn) send({ t: 'learn', ...interest(), learn: { ...data.modal, ...data.learn } });
};
// Only once, so that the checkout does not load again each time the pointer passes.
const warm = () => {
  const near = interest();
  if (!near.view.fault) send({ t: 'warm', ...near });
};
for (const sign of ['pointerenter', 'focus']) button.addEventListener(sign, warm, { once: true });
// The shopper is back from a checkout in a page of its own. Loads the card again, which fetches what happened
// (`isolated/return.ts`).
try {
  sessionStorage.left && warm();
} catch {}

// An open dialog takes the focus from this frame. When the focus returns, it goes to the button that opened the dialog.
addEventListener('focus', () => opener?.focus());
