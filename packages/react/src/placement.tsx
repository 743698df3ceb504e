import { type ReactElement, useRef, useState } from 'react';
import type { PlacementOptions, PlacementRef } from 'waitlist-preorder-loader';
import { type EventProps, usePreorderEvent } from './events.ts';
import { namesProduct, usePlacement } from './use-placement.ts';

type Options = Omit<PlacementOptions, 'placementType'>;

/** The options of `load` and `update`, and the container's class. `style` is the element's, as in the SDK's guide. */
export type PreorderPriceProps = Options &
  EventProps<'PlacementLoaded' | 'PlacementFailed'> & { className?: string | undefined };

export type PreorderButtonProps = PreorderPriceProps &
  EventProps<
    | 'LearnMoreClicked'
    | 'ButtonClicked'
    | 'PreorderCheckoutStep'
    | 'PreorderCheckoutSubmitted'
    | 'PreorderCreated'
    | 'PreorderFailed'
  >;

/** The price of the product's open waitlist. */
export function PreorderPrice(props: PreorderPriceProps): ReactElement {
  const { className, onPlacementLoaded, onPlacementFailed, ...options } = props;
  const instanceId = useInstanceId(options);
  const isMine = (payload: Mark) => payload.placementType === 'price' && payload.instanceId === instanceId;
  usePreorderEvent('PlacementLoaded', onlyIf(isMine, onPlacementLoaded));
  usePreorderEvent('PlacementFailed', onlyIf(isMine, onPlacementFailed));
  return <Container className={className} options={{ ...options, placementType: 'price', instanceId }} />;
}

/** The button that opens the checkout. Its callbacks are called for this button and for the checkouts that it opened. */
export function PreorderButton(props: PreorderButtonProps): ReactElement {
  const { className, onPlacementLoaded, onPlacementFailed, onLearnMoreClicked, onButtonClicked, ...others } = props;
  const { onPreorderCheckoutStep, onPreorderCheckoutSubmitted, onPreorderCreated, onPreorderFailed, ...options } =
    others;
  const instanceId = useInstanceId(options);
  const isMine = (payload: Mark) => payload.placementType === 'button' && payload.instanceId === instanceId;
  // Events of the checkout do not name a button, so they are assigned to the button that was clicked last.
  const wasClicked = useRef(false);
  const isOfMyCheckout = () => wasClicked.current;
  const followClicks = (payload: PlacementRef) => {
    wasClicked.current = isMine(payload);
    if (wasClicked.current) onButtonClicked?.(payload);
  };

  usePreorderEvent('PlacementLoaded', onlyIf(isMine, onPlacementLoaded));
  usePreorderEvent('PlacementFailed', onlyIf(isMine, onPlacementFailed));
  usePreorderEvent('LearnMoreClicked', onlyIf(isMine, onLearnMoreClicked));
  usePreorderEvent('ButtonClicked', followClicks);
  usePreorderEvent('PreorderCheckoutStep', onlyIf(isOfMyCheckout, onPreorderCheckoutStep));
  usePreorderEvent('PreorderCheckoutSubmitted', onlyIf(isOfMyCheckout, onPreorderCheckoutSubmitted));
  usePreorderEvent('PreorderCreated', onlyIf(isOfMyCheckout, onPreorderCreated));
  usePreorderEvent('PreorderFailed', onlyIf(isOfMyCheckout, onPreorderFailed));
  return <Container className={className} options={{ ...options, placementType: 'button', instanceId }} />;
}

type Mark = { placementType: string; instanceId: string | undefined };

function onlyIf<Payload>(
  isWanted: (payload: Payload) => boolean,
  callback: ((payload: Payload) => void) | undefined,
): ((payload: Payload) => void) | undefined {
  return callback && ((payload) => isWanted(payload) && callback(payload));
}

let instances = 0;

/** Returns the page's own id for the element, else a generated one that is unique even with two copies of this package. */
function useInstanceId({ instanceId }: Options): string {
  const [own] = useState(() => `react-${++instances}-${Math.random().toString(36).slice(2, 8)}`);
  return instanceId ?? own;
}

function Container({ className, options }: { className: string | undefined; options: PlacementOptions }): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  usePlacement(container, options);
  // Without a product nothing is shown. The other key makes React replace the element that the SDK knows.
  return namesProduct(options) ? (
    <div key="placement" ref={container} className={className} data-service-placement-type={options.placementType} />
  ) : (
    <div key="nothing" className={className} />
  );
}
