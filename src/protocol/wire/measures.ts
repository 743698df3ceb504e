/**
 * The counts that a page sends when the shopper leaves it, for the merchant's measures (docs/guides/measures.md):
 *
 *     POST /api/v1/measures?api_key=…
 *     Content-Type: text/plain
 *
 *     {"PlacementLoaded":{"6f1c…":2,"":1},"ButtonClicked":{"6f1c…":1}}
 *
 * For each event it says how often it happened, by `releaseId`, the waitlist's id; '' when no waitlist was open. It names
 * no person and contains nothing else. As plain text it needs no CORS preflight, so a beacon can send it when the page is
 * gone. The answer is 204 even if parts are not counted: waitlists of other stores and unknown names are ignored.
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

/** The limits of one message. Further waitlists are ignored, and a larger count is counted as `count`. */
export const MEASURES_MAX = { bytes: 8_192, waitlists: 60, count: 1_000 } as const;
