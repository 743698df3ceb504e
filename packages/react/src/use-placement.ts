import { type RefObject, useEffect, useRef } from 'react';
import type { PlacementOptions, ServiceError, ServiceSdk } from 'waitlist-preorder-loader';
import { usePreorders } from './context.ts';

const NAMES = ['productId', 'productCode', 'sku'] as const;

export function namesProduct(options: Partial<PlacementOptions>): boolean {
  return NAMES.some((name) => options[name] != null && options[name] !== '');
}

type Given = PlacementOptions & Record<string, unknown>;
type Loaded = { element: HTMLElement; service: ServiceSdk; options: Given };

/** Loads the element, and tells the SDK what changes from then on; what is gone from the page the SDK lets go itself. */
export function usePlacement(container: RefObject<HTMLElement | null>, options: PlacementOptions): void {
  const { service, report } = usePreorders();
  const loaded = useRef<Loaded | null>(null);
  // After every render: that nothing changed is known only once the values are compared.
  useEffect(() => {
    const element = container.current;
    if (!service || !element || !namesProduct(options)) return;
    try {
      const now = { element, service, options: plain(options) };
      const before = loaded.current;
      loaded.current = now;
      // Set here, because a name made up on a server is another one than here.
      element.dataset.serviceInstanceId = `${options.instanceId}`;
      show(now, before);
    } catch (error) {
      report(error);
    }
  });
}

/** What is there now, unchanged by what the page does to its objects later. */
function plain(options: PlacementOptions): Given {
  return JSON.parse(JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
}

function show({ element, service, options }: Loaded, before: Loaded | null): void {
  const { placementType, instanceId } = options;
  const isKnown = before?.element === element && before.service === service;
  if (!isKnown || before.options.instanceId !== instanceId) {
    service.load(options);
    return;
  }
  const changes = changesOf(before.options, options);
  // Effects of Strict Mode run twice: then too there is nothing to do.
  if (Object.keys(changes).length === 0) return;
  try {
    service.update({ ...changes, placementType, instanceId });
  } catch (error) {
    if ((error as ServiceError).code !== 'not_loaded') throw error;
    service.load(options);
  }
}

/** What became another value, and null for what is gone. A product is named anew as a whole, with its variant. */
function changesOf(before: Given, wanted: Given): Partial<Given> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(wanted)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(wanted[name]));
  const isOtherProduct = NAMES.some((name) => changed.includes(name));
  const told = isOtherProduct ? [...changed, ...NAMES, 'skuId'] : changed;
  return Object.fromEntries(told.map((name) => [name, wanted[name] ?? null]));
}
