import { type StepDetails, say } from './say.ts';

type Calls = Record<string, (...given: unknown[]) => unknown>;

// The values of these options are printed. Of all others only the name is: they may be tokens or personal data.
const TOLD = [
  'apiKey',
  'locale',
  'measures',
  'history',
  'placementType',
  'instanceId',
  'productId',
  'productCode',
  'sku',
  'skuId',
  'fallbackToSoldOut',
  'mode',
];

/** Prints each call of the page to `window.Service`, and how it ended. */
export function watchCalls(): void {
  const service = window.Service as unknown as Calls;
  for (const [name, call] of Object.entries(service)) {
    service[name] = (...given) => {
      say(`${name} called`, name === 'setCustomerData' ? { type: typeof given[0] } : detailsOf(given[0]));
      return logErrors(name, () => call(...given));
    };
  }
}

function logErrors(name: string, call: () => unknown): unknown {
  const fail = (error: unknown) => {
    say(`${name} failed`, { code: (error as { code?: string }).code });
    throw error;
  };
  try {
    const answer = call();
    if (!(answer instanceof Promise)) return answer;
    answer.then(
      () => say(`${name} answered`),
      () => {},
    );
    return answer.catch(fail);
  } catch (error) {
    return fail(error);
  }
}

/** Returns what may be told of the options of a call, or of an event's name. */
function detailsOf(given: unknown): StepDetails {
  if (typeof given === 'string') return { event: given };
  const details: StepDetails = {};
  try {
    for (const [name, value] of Object.entries(given ?? {})) {
      const isPlain = value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
      details[name] = TOLD.includes(name) && isPlain ? `${value}` : '…';
    }
  } catch {
    // An option of the page's own making may throw when it is read. The SDK then says which.
  }
  return details;
}
