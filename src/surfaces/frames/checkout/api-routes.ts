import type { FastifyRequest } from 'fastify';
import { endCheckout } from '../../../core/checkouts/commands/end.ts';
import { changeCheckout, makeCheckout, type ReserveDeps } from '../../../core/checkouts/commands/reserve.ts';
import { type CheckoutKey, type CheckoutRow, findStoreKey, readCheckout } from '../../../core/checkouts/queries.ts';
import { isCheckoutSecret } from '../../../core/checkouts/secret.ts';
import { pay } from '../../../core/payments/commands/pay.ts';
import { type Settled, settle } from '../../../core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../../core/payments/queries.ts';
import { AppError, type ErrorCode } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { type MessageKey, translate } from '../../../messages/catalogue.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import {
  CheckoutAnswer,
  CheckoutRequest,
  PaymentAnswer,
  PaymentRequestBody,
} from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';
import { registerAddresses } from './addresses-route.ts';
import { registerPrices } from './price-route.ts';
import { registerRegions } from './regions-route.ts';
import { registerRelay } from './relay-routes.ts';
import { viewCheckout } from './view.ts';
import { limitWrongCodes } from './wrong-codes.ts';

type RouteDeps = ReserveDeps & Pick<Deps, 'secrets' | 'limits' | 'guesses' | 'paymentsFor' | 'addresses' | 'log'>;

const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });
// Optional, because pages that were loaded before this parameter existed do not send it.
const Query = Type.Object({ key: Type.Optional(Type.String({ maxLength: 100 })) });
const KeyHeader = Type.Object({ 'idempotency-key': Type.String({ minLength: 1, maxLength: 200 }) });
const hidden = { hide: true }; // private to the frame: not part of openapi.json

/** Registers the checkout frame's API. Answers are `no-store`; the checkout's secret is the only credential. */
export function registerCheckoutRoutes(app: App, deps: RouteDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/frames/1/api/')) reply.header('cache-control', 'no-store');
  });
  registerRegions(app, deps);
  registerAddresses(app, deps);
  registerPrices(app, deps);
  registerRelay(app, deps);
  registerHolding(app, deps);
  registerPayment(app, deps);
}

function registerHolding(app: App, deps: RouteDeps): void {
  const answer = async (key: CheckoutKey) => ({
    meta: { result: 'success' as const },
    data: await viewCheckout(deps, key),
  });

  app.post(
    '/frames/1/api/checkouts',
    { schema: { ...hidden, body: CheckoutRequest, headers: KeyHeader, response: { 201: CheckoutAnswer } } },
    async (request, reply) => {
      limit(deps, request, request.body.key);
      const { clientAddress } = request;
      const idempotencyKey = request.headers['idempotency-key'];
      const hasLeft = () => request.socket.destroyed;
      const make = () => makeCheckout(deps, request.body, { clientAddress, idempotencyKey, hasLeft });
      const id = await limitWrongCodes(deps, request, make).catch((error: unknown) => {
        // The limit above is per key, so made-up keys need this limit per client.
        if (isError(error, 'invalid_api_key')) deps.limits.unknownKeys.take(clientAddress);
        throw error;
      });
      return reply.code(201).send(await answer({ storeKey: request.body.key, checkoutId: id }));
    },
  );

  app.put(
    '/frames/1/api/checkouts/:id',
    {
      schema: {
        ...hidden,
        params: Params,
        querystring: Query,
        body: CheckoutRequest,
        response: { 200: CheckoutAnswer },
      },
    },
    async (request) => {
      const { storeId, storeKey, id: checkoutId } = await ownCheckout(deps, request);
      const { body, clientAddress } = request;
      const target = { storeId, checkoutId, clientAddress, hasLeft: () => request.socket.destroyed };
      await limitWrongCodes(deps, request, () => changeCheckout(deps, body, target));
      return answer({ storeKey, checkoutId });
    },
  );

  app.get(
    '/frames/1/api/checkouts/:id',
    { schema: { ...hidden, params: Params, querystring: Query, response: { 200: CheckoutAnswer } } },
    async (request) => {
      const { storeKey, id: checkoutId } = await ownCheckout(deps, request);
      return answer({ storeKey, checkoutId });
    },
  );

  app.post(
    '/frames/1/api/checkouts/:id/abandon',
    { schema: { ...hidden, params: Params, querystring: Query, response: { 200: CheckoutAnswer } } },
    async (request) => {
      const { storeId, storeKey, id: checkoutId } = await ownCheckout(deps, request);
      await endCheckout(deps, { storeId, checkoutId }, 'abandoned');
      return answer({ storeKey, checkoutId });
    },
  );
}

function registerPayment(app: App, deps: RouteDeps): void {
  app.post(
    '/frames/1/api/checkouts/:id/payments',
    {
      schema: {
        ...hidden,
        params: Params,
        querystring: Query,
        headers: KeyHeader,
        body: PaymentRequestBody,
        response: { 200: PaymentAnswer },
      },
    },
    async (request) => {
      const checkout = await ownCheckout(deps, request);
      const { token, total, dueNow, marketingConsent, marketingLeftTicked = false, byWallet = false } = request.body;
      const settled = await pay(deps, {
        storeId: checkout.storeId,
        checkoutId: checkout.id,
        token,
        total,
        dueNow,
        marketingConsent,
        marketingLeftTicked,
        byWallet,
        idempotency: {
          key: request.headers['idempotency-key'],
          bodyHash: sha256Hex(JSON.stringify(request.body)),
        },
      });
      return paymentAnswer(deps, checkout, settled);
    },
  );

  app.post(
    '/frames/1/api/checkouts/:id/settle',
    { schema: { ...hidden, params: Params, querystring: Query, response: { 200: PaymentAnswer } } },
    async (request) => {
      const checkout = await ownCheckout(deps, request);
      const attempt = await readLatestAttempt(deps.db, checkout.storeId, checkout.id);
      const settled: Settled = attempt
        ? await settle(deps, { storeId: checkout.storeId, attemptId: attempt.id })
        : { kind: 'declined', code: null };
      return paymentAnswer(deps, checkout, settled);
    },
  );
}

type OwnRequest = FastifyRequest<{ Params: { id: string }; Querystring: { key?: string } }>;

/** Returns the checkout of the path if the request has its secret. An unknown id and a wrong secret fail in the same way. */
async function ownCheckout(deps: RouteDeps, request: OwnRequest): Promise<CheckoutRow> {
  const id = request.params.id.toLowerCase();
  const given = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const fits = isCheckoutSecret(deps, id, given);
  const storeKey = fits && isUuid(id) ? await storeKeyOf(deps, request.query.key, id) : null;
  const checkout = storeKey === null ? null : await readCheckout(deps.db, { storeKey, checkoutId: id });
  limit(deps, request, checkout?.storeKey ?? '');
  if (!checkout) throw new AppError('invalid_checkout_secret', 'There is no such checkout, or its secret is wrong.');
  return checkout;
}

async function storeKeyOf(deps: RouteDeps, given: string | undefined, checkoutId: string): Promise<string | null> {
  if (given === undefined) return findStoreKey(deps.db, checkoutId);
  return isUuid(given) ? given : null;
}

function isError(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code;
}

function limit(deps: RouteDeps, request: FastifyRequest, storeKey: string): void {
  deps.limits.writes.take(request.clientAddress, storeKey);
}

async function paymentAnswer(deps: RouteDeps, checkout: CheckoutRow, settled: Settled) {
  const view = await viewCheckout(deps, { storeKey: checkout.storeKey, checkoutId: checkout.id });
  return { meta: { result: 'success' as const }, data: { ...outcomeOf(settled, checkout.locale), checkout: view } };
}

function outcomeOf(settled: Settled, locale: string) {
  const plain = { message: '', action: null };
  switch (settled.kind) {
    case 'completed':
      return { ...plain, outcome: 'completed' as const };
    case 'requires_action': {
      const { ref, clientSecret } = settled;
      return { ...plain, outcome: 'requires_action' as const, action: { ref, clientSecret } };
    }
    case 'processing':
    case 'unknown':
      return { ...plain, outcome: 'processing' as const };
    case 'declined':
    case 'ended': {
      const code = settled.kind === 'declined' && settled.code !== null ? settled.code : 'not_paid';
      const key: MessageKey = `checkout.declined.${code}`;
      return { ...plain, outcome: 'declined' as const, message: translate(locale, key) };
    }
  }
}
