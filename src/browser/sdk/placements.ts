import { RETURNS_MAX, RETURNS_MS } from './limits.ts';
import { endRemoved } from './modal.ts';
import { type Options, required } from './options.ts';
import { removeCopies } from './own-elements.ts';
import { emitFailed, markState, sendSetting } from './placement.ts';
import type { Placement } from './placement-type.ts';

function findContainer({ ref: { placementType, instanceId } }: Options): HTMLElement | null {
  const instance = instanceId == null ? '' : `[data-service-instance-id="${CSS.escape(instanceId)}"]`;
  return document.querySelector(`[data-service-placement-type=${placementType}]${instance}`);
}

/** Manages the placements on the page: applies `load` and `update`, and follows changes that the page makes to containers. */
export function createPlacements() {
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
    if (container.dataset.serviceState === 'failed') placement.settled = placement.asked - 1;
    markState(placement, 'loading');
    placement.mount(placement);
  }
  const observer = new MutationObserver(followPage);
  // Loads failed placements again once the browser is back online.
  addEventListener('online', () => {
    for (const [container, placement] of placements)
      if (container.dataset.serviceState === 'failed') mountIn(container, placement);
  });

  return {
    load(options: Options, mount: Placement['mount']): void {
      const container = required(findContainer(options), options.ref.placementType, 'container_not_found');
      // Replaces a placement that was loaded there before, and keeps the count of events that are still owed for it.
      const { settled = 0, asked = 0, link, room } = placements.get(container) ?? {};
      mountIn(container, { options, link, room, mount, asked: asked + 1, settled } as Placement);
      observer.observe(document, { subtree: true, childList: true });
    },

    update(given: Options): void {
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
    },
  };
}
