import { emitFailed } from './events.ts';
import { RETURNS_MAX, RETURNS_MS } from './limits.ts';
import { endRemoved } from './modal.ts';
import { type Options, readOptions, required } from './options.ts';
import { removeCopies } from './own-elements.ts';
import { markState, sendSetting } from './placement.ts';
import type { Placement } from './placement-type.ts';
import { key } from './settings.ts';

function findContainer({ ref: { placementType, instanceId } }: Options): HTMLElement | undefined {
  const containers = document.querySelectorAll<HTMLElement>(`[data-service-placement-type=${placementType}]`);
  return [...containers].find(({ dataset }) => instanceId == null || dataset.serviceInstanceId === instanceId);
}

const placements = new Map<HTMLElement, Placement>();
let returns = 0;

/** Mounts placements again whose container the page replaced, and ends those whose container is gone. */
function followPage(): void {
  endRemoved();
  for (const [container, placement] of [...placements]) {
    if (container.isConnected && container.contains(placement.link.frame)) continue;
    placements.delete(container);
    const next = container.isConnected ? container : findContainer(placement.options);
    if (next && !placements.has(next)) {
      // A page may keep removing what we put back. Then we rest, or the page would do nothing else.
      if (returns > RETURNS_MAX) placements.set(next, placement);
      else {
        returns++;
        setTimeout(() => returns-- && followPage(), RETURNS_MS);
        mountIn(next, placement);
      }
    } else {
      placement.link.end();
      if (placement.settled < placement.asked) emitFailed(placement, 'container_removed');
    }
  }
}

function mountIn(container: HTMLElement, placement: Placement): void {
  removeCopies();
  placement.container = container;
  // Events carry the instance id that the page gave in its options, else that of the container.
  const { ref } = placement.options;
  placement.ref = { ...ref, instanceId: ref.instanceId ?? container.dataset.serviceInstanceId };
  placements.set(container, placement);
  placement.link?.end();
  // The page was told of the failure, which settled all earlier requests; only this mount still owes a `PlacementLoaded`.
  if (hasFailed(container)) placement.settled = placement.asked - 1;
  markState(placement, 'loading');
  placement.mount(placement);
}

const hasFailed = ({ dataset }: HTMLElement) => dataset.serviceState === 'failed';

const observer = new MutationObserver(followPage);
// Loads failed placements again once the browser is back online.
addEventListener('online', () => {
  for (const [container, placement] of placements) if (hasFailed(container)) mountIn(container, placement);
});

/** Puts a placement into its container. */
export function load(options: Options, mount: Placement['mount']): void {
  const container = required(findContainer(options), options.ref.placementType, 'container_not_found');
  // Replaces a placement that was loaded there before, and keeps the count of events that are still owed for it.
  const before = { settled: 0, asked: 0, ...placements.get(container) };
  mountIn(container, { ...(before as Placement), options, mount, view: undefined, asked: before.asked + 1 });
  observer.observe(document, { subtree: true, childList: true });
}

/** Changes what a placement shows (contract: SDK). */
export function update(changes: unknown): void {
  key();
  const given = readOptions(changes);
  followPage();
  const found = placements.get(findContainer(given) as HTMLElement);
  const placement = required(found, given.ref.placementType, 'not_loaded');
  const { options } = placement;
  const isOther = given.product && given.product !== options.product;
  placement.options = {
    ...options,
    ...given,
    ref: options.ref,
    setting: { ...options.setting, ...(isOther && { v: null }), ...given.setting },
  };
  placement.asked++;
  if (isOther) mountIn(placement.container, placement);
  else sendSetting(placement);
}
