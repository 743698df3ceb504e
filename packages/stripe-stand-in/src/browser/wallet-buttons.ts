// The buttons of the Express Checkout Element, a document of the stand-in's own origin.
import { fitIn, tell } from './framed.ts';

const buttons = [...document.querySelectorAll<HTMLElement>('[data-wallet]')];
const { height } = Object.fromEntries(new URLSearchParams(location.search));
for (const button of buttons) {
  button.style.minHeight = `${height ?? 44}px`;
  button.addEventListener('click', () => tell('click', { wallet: button.dataset.wallet ?? '' }));
}
// A page may not want all wallets that the account offers.
addEventListener('message', ({ data }: MessageEvent<{ fakeStripe?: string; wallets?: string[] } | null>) => {
  if (data?.fakeStripe !== 'offer') return;
  for (const button of buttons) button.hidden = data.wallets?.includes(button.dataset.wallet ?? '') !== true;
});
addEventListener('keydown', ({ key }) => key === 'Escape' && tell('escape'));

fitIn();
tell('ready', { wallets: buttons.map((button) => button.dataset.wallet ?? '') });
