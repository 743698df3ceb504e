import type { PlacementDocument } from '../../../protocol/wire/views.ts';
import { readData } from '../connect.ts';
import { runPlacement } from '../placement-frame.ts';

// Without a waitlist, so that the SDK counts nothing for the merchant.
const data = { ...readData<PlacementDocument>(), waitlist: undefined as never, variants: {}, unchosen: { sku: '' } };
const link = document.querySelector('a');

runPlacement({
  type: 'withdrawal',
  data,
  selectors: ['body', 'body:hover', 'body:disabled', '#label'],
  show: () => link && { disabled: false },
});
