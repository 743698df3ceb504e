/** The last place in a queue that is counted exactly: counting all line items ahead would be slow in a long queue. */
export const QUEUE_PLACE_MAX = 1_000;

/** Returns a place for people to read; `1000+` from the last counted place on. */
export function queuePlaceText(place: number): string {
  return place < QUEUE_PLACE_MAX ? String(place) : `${QUEUE_PLACE_MAX}+`;
}
