import { followEvents } from './events.ts';
import { followPicker } from './picker.ts';
import { followPlayground } from './playground.ts';

/** The demo store's own script. Code that uses the service is not in here but in the snippet that each page shows. */
const picker = document.querySelector<HTMLFormElement>('[data-picker]');
if (picker) followPicker(picker);
const playground = document.querySelector<HTMLElement>('[data-playground]');
if (playground) followPlayground(playground);
followEvents();
showOnePrice();
copyOnClick();

/** Hides the store's own price while the service shows one. Both are in the same place, so that the page does not move. */
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
