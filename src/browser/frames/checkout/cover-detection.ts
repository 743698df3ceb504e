/** Property of IntersectionObserver v2. Browsers without that version never set it. */
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean };
type VisibilityOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number };

const DELAY_MS = 100; // the minimum that browsers allow

// A button that was scrolled into view may end a part of a pixel below the edge.
const WHOLE = 0.95;

/**
 * Marks the element with `data-covered` while anything covers it, also an element of the embedding page: a shopper cannot
 * mean to press what they cannot see (clickjacking). It marks nothing in browsers that cannot detect this, or before the
 * first result. Returns a function that stops observing.
 */
export function markWhileCovered(element: HTMLElement): () => void {
  const options: VisibilityOptions = { threshold: [0, 0.5, WHOLE, 1], trackVisibility: true, delay: DELAY_MS };
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as VisibilityEntry | undefined;
    // An element that is partly scrolled out of view does not count as covered.
    element.toggleAttribute('data-covered', (last?.intersectionRatio ?? 0) >= WHOLE && last?.isVisible === false);
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
}
