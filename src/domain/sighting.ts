/** Something that keeps a store's button from being shown or from selling, in the order in which a merchant should look at it. */
export type PlacementProblem = {
  code: PlacementProblemCode;
  /** The page's origin; null where it is not about a page. */
  origin: string | null;
  /** What it is about: a product as the page names it, or a country. */
  subject: string | null;
  message: string;
};

export type PlacementProblemCode =
  | 'unknown_key'
  | 'key_of_test_store'
  | 'key_of_live_store'
  | 'origin_not_allowed'
  | 'script_without_placement'
  | 'not_seen'
  | 'unknown_product'
  | 'no_open_waitlist'
  | 'no_shipping'
  | 'no_tax_rate'
  | 'no_payment_account';

export type SeenKind = 'page' | 'product' | 'script' | 'unknown_key' | 'test_key' | 'live_key';

export type SeenPlacement = { origin: string; kind: SeenKind; product: string; firstSeenAt: Date; lastSeenAt: Date };

/** A product that a page named lately. `why` says why the store has no such product; null where it has. */
export type NamedProduct = { origin: string; product: string; why: string | null; onOffer: boolean };

export type PlacementFacts = {
  mode: 'test' | 'live';
  origins: readonly string[];
  shipping: readonly { country: string }[];
  tax: readonly { country: string }[];
  /** Whether the payment account takes money now; test stores need none. */
  takesMoney: boolean;
  hasOpenWaitlist: boolean;
  seen: readonly SeenPlacement[];
  products: readonly NamedProduct[];
};

// Sightings are noted once a minute, so what is older by this was mended since.
const MENDED_AFTER_MS = 5 * 60_000;
// Pages without a placement load the script as well, so only a day without any placement says something.
const SCRIPT_ALONE_MS = 24 * 3_600_000;

/** Says what keeps placements from being shown or from selling. */
export function problemsOf(facts: PlacementFacts): PlacementProblem[] {
  const found = [...keyProblems(facts), ...pageProblems(facts), ...productProblems(facts), ...storeProblems(facts)];
  const isSeen = facts.seen.some(({ kind }) => kind === 'page');
  const isSaid = found.some(({ origin }) => origin !== null);
  if (isSeen || isSaid) return found;
  const message =
    'No page has asked for a placement yet. Put the code on the page of a product, and open that page in a browser.';
  return [problem('not_seen', message), ...found];
}

const KEY_PROBLEMS = {
  unknown_key: ['unknown_key', 'uses a key that no store has. Copy the public key of this store into its code.'],
  test_key: ['key_of_test_store', 'uses the key of a test store. Put the public key of this store in its place.'],
  live_key: ['key_of_live_store', 'uses the key of another live store. Put the public key of this store in its place.'],
} as const;

function keyProblems({ seen }: PlacementFacts): PlacementProblem[] {
  return seen.flatMap(({ origin, kind, lastSeenAt }) => {
    if (kind !== 'unknown_key' && kind !== 'test_key' && kind !== 'live_key') return [];
    const own = seen.find((other) => other.kind === 'page' && other.origin === origin);
    if (own && own.lastSeenAt.getTime() > lastSeenAt.getTime() - MENDED_AFTER_MS) return [];
    const [code, text] = KEY_PROBLEMS[kind];
    return [problem(code, `${origin} ${text}`, { origin })];
  });
}

function pageProblems({ mode, origins, seen }: PlacementFacts): PlacementProblem[] {
  return seen.flatMap(({ origin, kind, lastSeenAt }) => {
    if (kind === 'page' && mode === 'live' && !origins.includes(origin)) {
      const text = `${origin} shows your placements, but is not among the pages that may open your checkout.`;
      return [problem('origin_not_allowed', text, { origin })];
    }
    const placed = seen.filter((other) => other.kind !== 'script' && other.origin === origin);
    const isAlone = placed.every((other) => other.lastSeenAt.getTime() < lastSeenAt.getTime() - SCRIPT_ALONE_MS);
    if (kind !== 'script' || !isAlone) return [];
    const text = `${origin} loads service.js, but no placement. A container or the call of Service.load is missing, or the page’s Content-Security-Policy refuses our frames.`;
    return [problem('script_without_placement', text, { origin })];
  });
}

function productProblems({ products, hasOpenWaitlist }: PlacementFacts): PlacementProblem[] {
  const unknown = products.flatMap(({ origin, product, why }) =>
    why === null ? [] : [problem('unknown_product', why, { origin, subject: product })],
  );
  if (!hasOpenWaitlist) return [...unknown, problem('no_open_waitlist', 'No waitlist is open, so no button sells.')];
  // Pages of products that are not on offer are the rule, so it is said only where no page has anything to sell.
  const known = products.filter(({ why }) => why === null);
  if (known.length === 0 || known.some(({ onOffer }) => onOffer)) return unknown;
  const { origin = '', product = '' } = known[0] ?? {};
  const text = 'No product that your pages name has an open waitlist, so their buttons show nothing.';
  return [...unknown, problem('no_open_waitlist', text, { origin, subject: product })];
}

function storeProblems({ mode, shipping, tax, takesMoney }: PlacementFacts): PlacementProblem[] {
  const found: PlacementProblem[] = [];
  if (shipping.length === 0)
    found.push(problem('no_shipping', 'The store sends to no country, so nobody can pre-order.'));
  const countries = [...new Set(shipping.map(({ country }) => country))];
  const untaxed = countries.filter((country) => !tax.some((rate) => rate.country === country));
  if (tax.length > 0 && untaxed.length > 0) {
    const text = `The store sends to ${untaxed.join(', ')}, but has no tax rate there, so no tax is charged.`;
    found.push(problem('no_tax_rate', text, { subject: untaxed.join(', ') }));
  }
  if (mode === 'live' && !takesMoney) {
    found.push(problem('no_payment_account', 'No payment account takes money for this store now.'));
  }
  return found;
}

function problem(
  code: PlacementProblemCode,
  message: string,
  { origin = null, subject = null }: { origin?: string | null; subject?: string | null } = {},
): PlacementProblem {
  return { code, origin, subject, message };
}
