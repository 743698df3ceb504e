/** What browsers of the second version of the interface add (IntersectionObserver v2); the others never set it. */
type SightEntry = IntersectionObserverEntry & { isVisible?: boolean };
type SightOptions = IntersectionObserverInit & { trackVisibility: boolean; delay: number };

const DELAY_MS = 100; // the least that browsers allow

/**
 * Marks the element with `data-covered` while anything lies over it, also what the page around the frame put there: a press
 * on what the shopper cannot see is not theirs. Where the browser cannot tell, and until it has, nothing is marked.
 * Returns what ends the watch.
 */
export function markWhileCovered(element: HTMLElement): () => void {
  const options: SightOptions = { threshold: [0, 0.5, 1], trackVisibility: true, delay: DELAY_MS };
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as SightEntry | undefined;
    // Scrolled half out of sight is not covered.
    element.toggleAttribute('data-covered', last?.intersectionRatio === 1 && last.isVisible === false);
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
}
