/**
 * What a page tells of its placements when it is left, for the merchant's counts (docs/guides/measures.md):
 *
 *     POST /api/v1/measures?api_key=…
 *     Content-Type: text/plain
 *
 *     {"PlacementLoaded":{"6f1c…":2,"":1},"ButtonClicked":{"6f1c…":1}}
 *
 * For each event, how often it happened by `releaseId`, the waitlist's id; '' where no waitlist was open. Nobody is named
 * and nothing else is sent. As text, a browser sends it without asking first, and as a beacon after the page is gone.
 * The answer is 204, whatever of it is counted: waitlists of other stores and unknown names are left out.
 */
export const MEASURES_PATH = '/api/v1/measures';

export const MEASURED_EVENTS = [
  'PlacementLoaded',
  'ButtonClicked',
  'PreorderCheckoutStep',
  'PreorderCheckoutSubmitted',
  'PreorderCreated',
  'PreorderFailed',
] as const;

export type MeasuredEvent = (typeof MEASURED_EVENTS)[number];

export type Measures = Partial<Record<MeasuredEvent, Record<string, number>>>;

/** What one message may hold. More waitlists than that are left out, and a count above counts as this many. */
export const MEASURES_MAX = { bytes: 8_192, waitlists: 60, count: 1_000 } as const;
