import { followEvents } from './events.ts';
import { followPicker } from './picker.ts';
import { followPlayground } from './playground.ts';

/** The shop's own script: it knows its pages. What it knows of the service is in the snippet that each page shows. */
const picker = document.querySelector<HTMLFormElement>('[data-picker]');
if (picker) followPicker(picker);
const playground = document.querySelector<HTMLElement>('[data-playground]');
if (playground) followPlayground(playground);
followEvents();
showOnePrice();
copyOnClick();

/** While the service shows a price, the shop's own one steps back; both take the same place, so nothing moves. */
function showOnePrice(): void {
  const own = document.querySelector<HTMLElement>('[data-shop-price]');
  addEventListener('Service:PlacementLoaded', (event) => {
    const { placementType, disabled } = (event as CustomEvent<{ placementType: string; disabled: boolean }>).detail;
    if (own && placementType === 'price') own.classList.toggle('away', !disabled);
  });
}

function copyOnClick(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', async () => {
      const text = document.getElementById(button.dataset.copy ?? '')?.textContent ?? '';
      const done = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      button.textContent = done ? 'Copied' : 'Select the text to copy it';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
  }
}
