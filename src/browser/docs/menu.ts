/** Opens and closes the menu of narrow screens. */
export function openMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-menu-open]');
  const menu = document.getElementById('menu');
  if (!button || !menu) return;
  const set = (isOpen: boolean) => {
    button.ariaExpanded = `${isOpen}`;
    menu.classList.toggle('open', isOpen);
    if (isOpen) menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  };
  const isOpen = () => button.ariaExpanded === 'true';
  button.addEventListener('click', () => set(!isOpen()));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    set(false);
    button.focus();
  });
  document.addEventListener('focusin', ({ target }) => {
    if (isOpen() && target instanceof Node && !menu.contains(target) && target !== button) set(false);
  });
}
