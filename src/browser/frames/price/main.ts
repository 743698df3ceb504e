import type { PriceDocument } from '../../../protocol/wire/views.ts';
import { readData } from '../connect.ts';
import { runPlacement } from '../placement-frame.ts';

const data = readData<PriceDocument>();
const price = document.querySelector('#price') as HTMLElement;
const lowest = document.querySelector('#lowest') as HTMLElement;
const compareAt = document.querySelector('#compare-at') as HTMLElement;

runPlacement({
  type: 'price',
  data,
  selectors: ['body', 'body:hover', 'body:disabled', '#label'],
  show(variant) {
    price.textContent = variant.price;
    compareAt.hidden = !variant.compareAt;
    (compareAt.lastElementChild as HTMLElement).textContent = variant.compareAt;
    lowest.textContent = variant.lowest ?? '';
    return variant.price ? { disabled: false } : null;
  },
});
