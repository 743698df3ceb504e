import { type RefObject, useEffect, useRef } from 'react';
import type { PlacementOptions, ServiceError, ServiceSdk } from 'waitlist-preorder-loader';
import { usePreorders } from './context.ts';

const NAMES = ['productId', 'productCode', 'sku'] as const;

export function namesProduct(options: Partial<PlacementOptions>): boolean {
  return NAMES.some((name) => options[name] != null && options[name] !== '');
}

type PlainOptions = PlacementOptions & Record<string, unknown>;
type Loaded = { element: HTMLElement; service: ServiceSdk; options: PlainOptions };

/** Loads the element and passes later changes to the SDK. The SDK itself ends elements that are removed from the page. */
export function usePlacement(container: RefObject<HTMLElement | null>, options: PlacementOptions): void {
  const { service, report } = usePreorders();
  const loaded = useRef<Loaded | null>(null);
  // Runs after every render, because `show` compares the values itself.
  useEffect(() => {
    const element = container.current;
    if (!service || !element || !namesProduct(options)) return;
    try {
      const now = { element, service, options: plain(options) };
      const before = loaded.current;
      loaded.current = now;
      // Set here and not in the markup, because an id generated on a server differs from the one in the browser.
      element.dataset.serviceInstanceId = `${options.instanceId}`;
      show(now, before);
    } catch (error) {
      report(error);
    }
  });
}

/** Copies the options, so that the page can change its objects later. */
function plain(options: PlacementOptions): PlainOptions {
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
  // Also true for the second run of an effect in Strict Mode.
  if (Object.keys(changes).length === 0) return;
  try {
    service.update({ ...changes, placementType, instanceId });
  } catch (error) {
    if ((error as ServiceError).code !== 'not_loaded') throw error;
    service.load(options);
  }
}

/** Returns the changed values, with null for removed ones. A change of the product sends all its names and the variant. */
function changesOf(before: PlainOptions, wanted: PlainOptions): Partial<PlainOptions> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(wanted)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(wanted[name]));
  const isOtherProduct = NAMES.some((name) => changed.includes(name));
  const sent = isOtherProduct ? [...changed, ...NAMES, 'skuId'] : changed;
  return Object.fromEntries(sent.map((name) => [name, wanted[name] ?? null]));
}
