import { now, offer, onceDrawn } from './bench.ts';

// Runs first in every frame. Records when the button was clicked, when the checkout showed the product, and when its first field was
// usable. Animation frames only run in a visible frame, so what is found was painted by the frame before.

let clickedAt: number | undefined;
addEventListener(
  'click',
  () => {
    clickedAt ??= now();
  },
  true,
);

const isUsable = (field: HTMLInputElement | HTMLSelectElement | null): boolean =>
  field !== null && !field.disabled && field.checkVisibility({ visibilityProperty: true });

const firstField = (): HTMLInputElement | HTMLSelectElement | null => document.querySelector('form input, form select');

const isCheckout = location.pathname.endsWith('/checkout');
const isShown = () => document.querySelector('.summary')?.checkVisibility({ visibilityProperty: true }) || undefined;

const productAt: Promise<number> = isCheckout ? onceDrawn(isShown).then(now) : new Promise(() => {});

const usableAt: Promise<number> = isCheckout
  ? onceDrawn(() => isUsable(firstField()) || undefined).then(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(now()))),
    )
  : new Promise(() => {});

offer({
  clickedAt: () => clickedAt,
  product: () => productAt,
  async usable() {
    const at = await usableAt;
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!navigation) throw new Error('a document without the times of its navigation');
    const { timeOrigin } = performance;
    return { usableAt: at, from: timeOrigin + navigation.fetchStart, until: timeOrigin + navigation.responseEnd };
  },
});
