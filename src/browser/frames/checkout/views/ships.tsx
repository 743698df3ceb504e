import { shipsOf } from '../order.ts';
import type { ViewProps } from './view-props.ts';

/** Says when the order ships, in the line of the button that goes on. */
export function Ships({ context, state }: ViewProps) {
  const window = shipsOf(context, state);
  return window ? <p class="ships">{context.t('ships', { window })}</p> : null;
}
