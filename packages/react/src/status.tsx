import { type ReactElement, useEffect, useRef } from 'react';
import type { ServiceSdk, StatusPageOptions } from 'waitlist-preorder-loader';
import { usePreorders } from './context.ts';
import { type EventProps, usePreorderEvent } from './events.ts';

/** The options of `loadPreorderStatusPage`, and the container's class. */
export type PreorderStatusProps = StatusPageOptions &
  EventProps<'PreorderCancelled' | 'ArrangeReturnClicked' | 'PlacementFailed'> & { className?: string | undefined };

const TYPE = 'pre-order-status-placement';

/**
 * The customer's pre-orders, or the form that looks one up. A page can have one. A new token loads them again. Without
 * `onArrangeReturnClicked` it shows the address for returns itself.
 */
export function PreorderStatus(props: PreorderStatusProps): ReactElement {
  const { className, onPreorderCancelled, onArrangeReturnClicked, onPlacementFailed, ...options } = props;
  const container = useRef<HTMLDivElement>(null);
  const loaded = useRef<{ element: HTMLElement; service: ServiceSdk; asText: string } | null>(null);
  const { service, report } = usePreorders();
  usePreorderEvent('PreorderCancelled', onPreorderCancelled);
  usePreorderEvent('ArrangeReturnClicked', onArrangeReturnClicked);
  usePreorderEvent(
    'PlacementFailed',
    onPlacementFailed && ((payload) => payload.placementType === TYPE && onPlacementFailed(payload)),
  );

  useEffect(() => {
    const element = container.current;
    const isWaiting = options.mode === 'logged_in' && !options.token;
    if (!service || !element || isWaiting) return;
    const asText = JSON.stringify(options);
    const before = loaded.current;
    if (before?.element === element && before.service === service && before.asText === asText) return;
    loaded.current = { element, service, asText };
    try {
      service.loadPreorderStatusPage(options);
    } catch (error) {
      report(error);
    }
  });
  return <div ref={container} className={className} data-service-placement-type={TYPE} />;
}
