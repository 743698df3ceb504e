import type { ButtonDocument } from '../../../protocol/wire/views.ts';
import { readData } from '../connect.ts';
import { runPlacement } from '../placement-frame.ts';

const data = readData<ButtonDocument>();
const button = document.querySelector('button') as HTMLButtonElement;
const label = document.querySelector('#label') as HTMLElement;

const { send, state, view } = runPlacement({
  type: 'button',
  data,
  selectors: ['#button', '#button:enabled:hover', '#button:disabled', '#label'],
  show(variant, { f }, isChosen) {
    const { state, text } = f && variant.state === 'none' ? { state: 'sold_out', text: data.soldOutText } : variant;
    const disabled = !isChosen || state !== 'order';
    button.textContent = text;
    button.disabled = disabled;
    label.textContent = variant.label;
    return state === 'none' || !text ? null : { disabled };
  },
});

function tell(t: 'warm' | 'click'): void {
  const mayOpen = !data.origins || data.origins.includes(state.o ?? '');
  if (mayOpen) send({ t, view: view(), texts: data.modal });
  else if (t === 'click') send({ t, view: { ...view(), fault: 'origin_not_allowed' }, texts: data.modal });
}

button.onclick = () => tell('click');
// Once: what was loaded and not used is not loaded again each time the pointer passes.
for (const sign of ['pointerenter', 'focus']) button.addEventListener(sign, () => tell('warm'), { once: true });

// While the dialog is open the browser takes the focus off what lies beneath; when it comes back, it belongs here.
addEventListener('focus', () => button.focus());
