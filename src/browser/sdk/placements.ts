import { RETURNS_MAX } from './limits.ts';
import { type Options, required } from './options.ts';
import { emitFailed, markState, type Placement, tell } from './placement.ts';
import { createRoom } from './placement-box.ts';

function findContainer({ ref: { placementType, instanceId } }: Options): HTMLElement | null {
  const instance = instanceId == null ? '' : `[data-service-instance-id="${CSS.escape(instanceId)}"]`;
  return document.querySelector(`[data-service-placement-type=${placementType}]${instance}`);
}

/** The elements on the page, kept in step with what the page asks for and with what it does to their containers. */
export function createPlacements() {
  const placements = new Map<HTMLElement, Placement>();

  /** Puts back what the page replaced and lets go of what it removed. */
  function followPage(): void {
    for (const [container, placement] of placements) {
      if (container.isConnected && container.contains(placement.link.frame)) continue;
      placements.delete(container);
      const next = container.isConnected ? container : findContainer(placement.options);
      if (next && !placements.has(next) && placement.returnsLeft--) mountIn(next, placement);
      else {
        placement.link.end();
        if (placement.settled < placement.asked) emitFailed(placement, 'container_removed');
      }
    }
  }
  function mountIn(container: HTMLElement, placement: Placement): void {
    placement.container = container;
    // Events echo what the page gave; where it gave none, what stands on the container.
    const { ref } = placement.options;
    placement.ref = { ...ref, instanceId: ref.instanceId ?? container.dataset.serviceInstanceId };
    placements.set(container, placement);
    placement.link?.end();
    // The page was told that it failed: what it asked for until then is answered, but for what comes of this.
    if (container.dataset.serviceState === 'failed') placement.settled = placement.asked - 1;
    markState(placement, 'loading');
    placement.mount(placement);
  }
  const observer = new MutationObserver(followPage);
  // What could not be loaded without a network is loaded when there is one again.
  addEventListener('online', () => {
    for (const [container, placement] of placements)
      if (container.dataset.serviceState === 'failed') mountIn(container, placement);
  });

  return {
    load(options: Options, mount: Placement['mount']): void {
      const container = required(findContainer(options), options.ref.placementType, 'container_not_found');
      // What was loaded there before is replaced, and its events are still owed.
      const { settled = 0, asked = 0, link, room = createRoom() } = placements.get(container) ?? {};
      mountIn(container, {
        options,
        link,
        room,
        mount,
        asked: asked + 1,
        settled,
        returnsLeft: RETURNS_MAX,
      } as Placement);
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
      else tell(placement);
    },
  };
}
