// Long enough for the eye to follow.
const SLIDE_MS = 250;

/** Returns the elements after this one in the document, which move when it goes. */
function elementsAfter(element: Element): Element[] {
  const after: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling) after.push(next);
  return after;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/**
 * Notes where the elements after this one are, before it goes. The function that it returns, called once it is gone, lets them slide
 * from there: nothing jumps.
 */
export function beginSlide(element: Element): () => void {
  const before = elementsAfter(element).map((after) => ({ after, top: topOf(after) }));
  return () => {
    const moved = before.map(({ after, top }) => ({ after, by: top - topOf(after) })).filter(({ by }) => by !== 0);
    for (const { after, by } of moved)
      after.animate({ transform: [`translateY(${by}px)`, 'none'] }, { duration: SLIDE_MS, easing: 'ease-out' });
  };
}

export const mayMove = (): boolean => matchMedia('(prefers-reduced-motion: no-preference)').matches;
