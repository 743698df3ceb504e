import { AppError } from './error.ts';
import { because } from './refusal.ts';
import { withoutMark } from './spreadsheet.ts';

/** How a parcel can be followed. Each part may be empty. */
export type Tracking = { carrier: string; number: string; link: string };

export const NO_TRACKING: Tracking = { carrier: '', number: '', link: '' };

/** A tracking as somebody typed it. */
export type GivenTracking = { [Part in keyof Tracking]?: string | undefined };

const CARRIER_LENGTH_MAX = 60;
const NUMBER_LENGTH_MAX = 100;
const LINK_LENGTH_MAX = 1_000;

type Carrier = {
  name: string;
  /** Further names, in letters and digits alone. */
  also?: readonly string[];
  /** The page of the carrier that follows a parcel, up to the number. */
  page: string;
};

// Only carriers whose page needs nothing but the number, and whose address is the same in all public sources that we
// compared. For all others (Canada Post, DPD, Evri, GLS, PostNL, …) the address depends on the country or the postcode, or
// sources differ; there the merchant gives the link, because a wrong link is worse than none.
const CARRIERS: readonly Carrier[] = [
  {
    name: 'DHL',
    also: ['dhlexpress', 'dhlparcel', 'dhlpaket'],
    page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  },
  { name: 'FedEx', also: ['federalexpress'], page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { name: 'Royal Mail', page: 'https://www.royalmail.com/track-your-item#/tracking-results/' },
  { name: 'UPS', also: ['unitedparcelservice'], page: 'https://www.ups.com/track?tracknum=' },
  { name: 'USPS', also: ['unitedstatespostalservice'], page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
];

/** Returns the tracking ready to keep, known carriers by their own spelling. Throws `invalid_parameter`. */
export function checkTracking(given: GivenTracking): Tracking {
  const carrier = checkCarrier(given.carrier ?? '');
  return {
    carrier: findCarrier(carrier)?.name ?? carrier,
    number: checkNumber(given.number ?? ''),
    link: checkLink(given.link ?? ''),
  };
}

/** Returns the page that follows the parcel: the merchant's link, else the known carrier's; '' if there is none. */
export function trackingLink({ carrier, number, link }: Tracking): string {
  if (link !== '' || number === '') return link;
  const known = findCarrier(carrier);
  return known ? known.page + encodeURIComponent(number.replaceAll(' ', '')) : '';
}

export function isSameTracking(one: Tracking, other: Tracking): boolean {
  return one.carrier === other.carrier && one.number === other.number && one.link === other.link;
}

export function hasTracking(tracking: Tracking): boolean {
  return !isSameTracking(tracking, NO_TRACKING);
}

function findCarrier(name: string): Carrier | undefined {
  const plain = plainName(name);
  return CARRIERS.find((carrier) => plainName(carrier.name) === plain || carrier.also?.includes(plain));
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function checkCarrier(text: string): string {
  const carrier = text.trim();
  if (carrier.length <= CARRIER_LENGTH_MAX && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(carrier)) {
    return carrier;
  }
  const message = `A carrier is one line of at most ${CARRIER_LENGTH_MAX} characters.`;
  throw refusal('carrier', message, because('too_long', { max: CARRIER_LENGTH_MAX }));
}

function checkNumber(text: string): string {
  const number = withoutMark(text.trim()); // pasted from a spreadsheet
  if (number === '' || (number.length <= NUMBER_LENGTH_MAX && /^[A-Za-z0-9][A-Za-z0-9 ./_-]*$/.test(number))) {
    return number;
  }
  throw refusal(
    'tracking',
    `A tracking number has at most ${NUMBER_LENGTH_MAX} letters, digits, spaces and the signs . / _ -`,
    because('not_tracking_number', { max: NUMBER_LENGTH_MAX }),
  );
}

function checkLink(text: string): string {
  const given = text.trim();
  if (given === '') return '';
  const url = URL.canParse(given) ? new URL(given) : null;
  // A name before the host would make the link look like another site's.
  const fits = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (url && fits && url.href.length <= LINK_LENGTH_MAX) return url.href;
  const message = `A tracking link is an address of at most ${LINK_LENGTH_MAX} characters that begins with https://, without a user name.`;
  throw refusal('link', message, because('not_tracking_link', { max: LINK_LENGTH_MAX }));
}

function refusal(param: string, message: string, why: ReturnType<typeof because>): AppError {
  return new AppError('invalid_parameter', message, { param, ...why });
}
