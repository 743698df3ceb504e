/** The last place in a queue that is counted: to look at more of those ahead would take longer the longer the queue is. */
export const QUEUE_PLACE_MAX = 1_000;

/** As people read it: from the last place on, `1000+`. */
export function queuePlaceText(place: number): string {
  return place < QUEUE_PLACE_MAX ? String(place) : `${QUEUE_PLACE_MAX}+`;
}
