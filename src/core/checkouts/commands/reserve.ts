import { randomInt } from 'node:crypto';
import { type DiscountRefusal, foldDiscountCode } from '../../../domain/discount.ts';
import { AppError, type ErrorCode } from '../../../domain/error.ts';
import { parseExternalId } from '../../../domain/external-id.ts';
import { checkLineItemProperties } from '../../../domain/line-item-properties.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { type TaxAnswer, TaxServiceError } from '../../../integrations/tax/port.ts';
import { messageLanguage, readerLocale } from '../../../messages/catalogue.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { CheckoutRequest } from '../../../protocol/schema/frame-api.ts';
import type { AddressProblem } from '../../../protocol/wire/address.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import type { Deps } from '../../deps.ts';
import { endLiveAttempt } from '../../payments/commands/end-attempt.ts';
import type { HoldOutcome } from '../../stock/sale-requests.ts';
import { findStoreByKey } from '../../stores/queries.ts';
import { openWaitlistOf } from '../../waitlists/queries.ts';
import { validateAddress } from '../address-rules.ts';
import { customerKeyOf } from '../customer-key.ts';
import { marketingText } from '../marketing.ts';
import { findOffer } from '../queries.ts';
import type { EndDeps } from './end.ts';

export type ReserveDeps = EndDeps & Pick<Deps, 'sales' | 'tax' | 'askShelf'>;

type Shopper = { clientAddress: string; idempotencyKey: string; hasLeft?: () => boolean };

const SCOPE = 'checkout POST /checkouts';

/** Makes a checkout from the Shipping step and holds its units. Resolves with its id, or throws why it was refused. */
export async function makeCheckout(deps: ReserveDeps, body: CheckoutRequest, shopper: Shopper): Promise<string> {
  const bodyHash = sha256Hex(JSON.stringify(body));
  const idempotency = { scope: SCOPE, key: shopper.idempotencyKey, bodyHash };
  return reserve(deps, body, {
    checkoutId: newRowId(),
    replaces: false,
    askedAt: performance.now(),
    clientAddress: shopper.clientAddress,
    idempotency,
    hasLeft: shopper.hasLeft,
  });
}

/** Changes a checkout from the Shipping step: contact, quantity or variant. One decision replaces its own hold. */
export async function changeCheckout(
  deps: ReserveDeps,
  body: CheckoutRequest,
  checkout: { storeId: string; checkoutId: string; clientAddress: string; hasLeft?: () => boolean },
): Promise<string> {
  const askedAt = performance.now();
  // The amount may change, so a payment that could still take the old amount is ended first.
  const attempt = await endLiveAttempt(deps, checkout.storeId, checkout.checkoutId);
  if (attempt === 'placed') throw new AppError('checkout_completed', 'This checkout has become a pre-order.');
  if (attempt === 'pending') throw refusal({ kind: 'payment_in_progress' });
  return reserve(deps, body, { ...checkout, replaces: true, askedAt, idempotency: null });
}

type Target = {
  storeId?: string;
  checkoutId: string;
  replaces: boolean;
  askedAt: number;
  clientAddress: string;
  idempotency: { scope: string; key: string; bodyHash: string } | null;
  hasLeft?: (() => boolean) | undefined;
};

async function reserve(deps: ReserveDeps, body: CheckoutRequest, target: Target): Promise<string> {
  const { address, email } = checkContact(body);
  const discountCode = readCode(body.discountCode);
  checkLineItemProperties(body.lineItemProperties);
  const offer = await findRequested(deps, body);
  demandPhone(address, offer.phoneCountries);
  if (target.storeId !== undefined && offer.storeId !== target.storeId) throw await unknownOffer(deps, body.key);
  const [waitlistId, tax] = await Promise.all([
    openWaitlistOf(deps.db, offer.storeId, offer.productId),
    askTax(deps, offer.storeId, address),
    offer.shelfUnsure && deps.askShelf(offer),
  ]);
  if (waitlistId === null && target.idempotency === null) throw refusal({ kind: 'waitlist_not_open' });
  const outcome = await deps.sales.hold({
    ...target,
    storeId: offer.storeId,
    // Without an open waitlist, this may be a retry of a request that was granted while it was open. The batch finds out, so
    // it gets a waitlist id that does not exist.
    waitlistId: waitlistId ?? newRowId(),
    variantId: offer.variantId,
    quantity: body.quantity,
    customerKey: customerKeyOf(offer.storeId, email),
    email,
    address,
    locale: readerLocale(body.locale),
    marketingText: marketingText(offer, body.locale),
    lineItemProperties: body.lineItemProperties,
    discountCode,
    tax,
  });
  if (outcome.kind !== 'held') throw refusal(outcome);
  deps.answers.invalidate(offer.storeId, outcome.productId);
  deps.outbox.wake();
  return outcome.checkoutId;
}

type Requested = Pick<CheckoutRequest, 'key' | 'variantId' | 'locale'>;

/** Finds what the shopper wants to buy. Throws where there is no such thing, or where it cannot be paid now. */
export async function findRequested(deps: Pick<Deps, 'db'>, { key, variantId, locale }: Requested) {
  const variantExternalId = parseExternalId(variantId);
  if (!isUuid(key)) throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'key' });
  const asked = { storeKey: key, language: messageLanguage(locale) };
  const offer = variantExternalId === null ? null : await findOffer(deps.db, { ...asked, variantExternalId });
  if (!offer) throw await unknownOffer(deps, key);
  if (offer.paymentsBroken) {
    throw new AppError(
      'unavailable',
      'This store cannot take payments at the moment. Nothing was charged; please try again later.',
    );
  }
  return offer;
}

/** Reads the discount code; null when none was given. A malformed code is refused like an unknown one. */
export function readCode(text: string | null = null): string | null {
  const code = text === null ? null : foldDiscountCode(text);
  if (text !== null && code === null) throw discountRefused({ reason: 'not_found' });
  return code;
}

/** Asks for the tax before the batch, so that the sale queue never waits for the tax service. */
export async function askTax(
  { tax }: Pick<Deps, 'tax'>,
  storeId: string,
  { country, region, postalCode, city }: CheckoutRequest['address'],
): Promise<TaxAnswer> {
  return tax.ask({ storeId, country, region, postalCode, city }).catch((error: unknown) => {
    if (!(error instanceof TaxServiceError)) throw error;
    const message = 'The tax cannot be computed at the moment. Nothing was charged; please try again.';
    throw new AppError('unavailable', message, { detail: error.message });
  });
}

/** Returns the error for a request whose store or variant is unknown. */
async function unknownOffer({ db }: Pick<Deps, 'db'>, storeKey: string): Promise<AppError> {
  if ((await findStoreByKey(db, storeKey)) === null) {
    return new AppError('invalid_api_key', 'No store has this API key.', { param: 'key' });
  }
  return new AppError('unknown_variant', 'The store has no such variant.', { param: 'variantId' });
}

function checkContact(body: CheckoutRequest): Pick<CheckoutRequest, 'email' | 'address'> {
  const email = body.email.trim();
  if (!isEmail(email)) {
    throw new AppError('invalid_parameter', 'This is not an e-mail address.', { param: 'email' });
  }
  const { address, problems } = validateAddress(body.address);
  const [problem] = problems;
  if (problem) throw incomplete(problem);
  return { email, address };
}

/** Throws if the carrier needs a telephone number in the address's country and there is none. */
function demandPhone({ country, phoneNumber }: CheckoutRequest['address'], phoneCountries: readonly string[]): void {
  if (phoneNumber === '' && phoneCountries.includes(country))
    throw incomplete({ field: 'phoneNumber', code: 'required' });
}

function incomplete({ field, code }: AddressProblem): AppError {
  return new AppError('invalid_parameter', 'The address is not complete.', {
    param: `address.${field}`,
    data: { problem: code },
  });
}

// A random delay spreads the retries of requests that were refused at the same moment.
const RETRY_SECONDS_MAX = 3;

export function refusal(outcome: Exclude<HoldOutcome, { kind: 'held' }>): AppError {
  switch (outcome.kind) {
    case 'busy':
      return new AppError('busy', 'Too many shoppers want this at the moment. No units were held; please try again.', {
        data: { retry_after: 1 + randomInt(RETRY_SECONDS_MAX) },
      });
    case 'idempotency_mismatch':
      return new AppError('idempotency_mismatch', 'This Idempotency-Key was used with other content.', {
        param: 'Idempotency-Key',
      });
    case 'checkout_over':
      return new AppError('checkout_not_held', 'This checkout is over; its units are no longer held.');
    case 'payment_in_progress':
      return new AppError('payment_in_progress', 'A payment has no result yet. Try again in a moment.');
    case 'being_erased':
      return new AppError(
        'unavailable',
        'The units cannot be held at this moment. Nothing was charged; please try again in a moment.',
      );
    case 'country_not_shipped':
      return new AppError('country_not_shipped', 'This cannot be shipped to this country.', {
        param: 'address.country',
      });
    case 'discount_refused':
      return discountRefused(outcome.refusal);
    case 'waitlist_not_open':
      return new AppError('waitlist_not_open', 'This product cannot be pre-ordered now.');
    case 'in_stock':
      return new AppError('in_stock', 'The store has this in stock, so it takes no pre-orders for it now.');
    case 'limit_per_customer': {
      const { limit, left } = outcome;
      return new AppError('limit_per_customer', `At most ${limit} units a customer.`, { data: { limit, left } });
    }
    case 'too_many_holds':
      return new AppError('too_many_holds', 'Too many checkouts are open at once. Finish or leave one first.');
    case 'sold_out':
      return new AppError('sold_out', 'There are not enough units left.', { data: { left: outcome.left } });
    case 'held_by_others': {
      const { left, backAt } = outcome;
      return new AppError('held_by_others', 'Other shoppers are paying for the units; some may come back.', {
        data: { left, back_at: backAt?.toISOString() ?? null },
      });
    }
  }
}

const DISCOUNT_REFUSALS: Record<DiscountRefusal['reason'], readonly [ErrorCode, message: string]> = {
  not_found: ['discount_not_found', 'The store has no such code.'],
  expired: ['discount_expired', 'This code is over.'],
  used_up: ['discount_used_up', 'This code has been used the maximal number of times.'],
  not_applicable: ['discount_not_applicable', 'This code is for something else.'],
  minimum: ['discount_minimum', 'What is ordered costs less than this code asks for.'],
};

function discountRefused(refusal: DiscountRefusal): AppError {
  const [code, message] = DISCOUNT_REFUSALS[refusal.reason];
  const data = refusal.reason === 'minimum' ? { data: { minimum: refusal.minimum } } : {};
  return new AppError(code, message, { param: 'discountCode', ...data });
}
