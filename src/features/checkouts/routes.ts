import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import type { App } from '../../platform/http.ts';
import { CheckoutAnswer, CheckoutRequest, PaymentAnswer, PaymentRequestBody } from '../../protocol/schema/frame-api.ts';
import type { Deps } from '../deps.ts';
import { pay } from '../payments/commands/pay.ts';
import { type Settled, settle } from '../payments/commands/settle.ts';
import { readLatestAttempt } from '../payments/queries.ts';
import { endCheckout } from './commands/end.ts';
import { changeCheckout, makeCheckout, type ReserveDeps } from './commands/reserve.ts';
import { type CheckoutRow, readCheckout } from './queries.ts';
import { registerRegions } from './regions-route.ts';
import { isCheckoutSecret, viewCheckout } from './view.ts';

type RouteDeps = ReserveDeps & Pick<Deps, 'secrets' | 'limits' | 'paymentsFor'>;

const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const KeyHeader = Type.Object({ 'idempotency-key': Type.String({ minLength: 1, maxLength: 200 }) });
const hidden = { hide: true }; // private to the frame: not part of openapi.json

/** What the checkout frame calls. Answers are `no-store`; the checkout's secret is the only credential. */
export function registerCheckoutRoutes(app: App, deps: RouteDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/frames/1/api/')) reply.header('cache-control', 'no-store');
  });
  registerRegions(app, deps);
  registerHolding(app, deps);
  registerPayment(app, deps);
}

function registerHolding(app: App, deps: RouteDeps): void {
  const answer = async (checkoutId: string) => ({
    meta: { result: 'success' as const },
    data: await viewCheckout(deps, checkoutId),
  });

  app.post(
    '/frames/1/api/checkouts',
    { schema: { ...hidden, body: CheckoutRequest, headers: KeyHeader, response: { 201: CheckoutAnswer } } },
    async (request, reply) => {
      limit(deps, request, request.body.key);
      const { clientAddress } = request;
      const idempotencyKey = request.headers['idempotency-key'];
      const id = await makeCheckout(deps, request.body, { clientAddress, idempotencyKey }).catch((error: unknown) => {
        // Each made-up key would have a limit of its own.
        if (error instanceof AppError && error.code === 'invalid_api_key') deps.limits.unknownKeys.take(clientAddress);
        throw error;
      });
      return reply.code(201).send(await answer(id));
    },
  );

  app.put(
    '/frames/1/api/checkouts/:id',
    { schema: { ...hidden, params: Params, body: CheckoutRequest, response: { 200: CheckoutAnswer } } },
    async (request) => {
      const { storeId, id: checkoutId } = await ownCheckout(deps, request);
      await changeCheckout(deps, request.body, { storeId, checkoutId, clientAddress: request.clientAddress });
      return answer(checkoutId);
    },
  );

  app.get(
    '/frames/1/api/checkouts/:id',
    { schema: { ...hidden, params: Params, response: { 200: CheckoutAnswer } } },
    async (request) => answer((await ownCheckout(deps, request)).id),
  );

  app.post(
    '/frames/1/api/checkouts/:id/abandon',
    { schema: { ...hidden, params: Params, response: { 200: CheckoutAnswer } } },
    async (request) => {
      const { storeId, id: checkoutId } = await ownCheckout(deps, request);
      await endCheckout(deps, { storeId, checkoutId }, 'abandoned');
      return answer(checkoutId);
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
        headers: KeyHeader,
        body: PaymentRequestBody,
        response: { 200: PaymentAnswer },
      },
    },
    async (request) => {
      const checkout = await ownCheckout(deps, request);
      const { token, total, dueNow, marketingConsent } = request.body;
      const settled = await pay(deps, {
        storeId: checkout.storeId,
        checkoutId: checkout.id,
        ...{ token, total, dueNow, marketingConsent },
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
    { schema: { ...hidden, params: Params, response: { 200: PaymentAnswer } } },
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

/** The checkout of the path, for whoever shows its secret. An unknown one and a wrong secret answer alike. */
async function ownCheckout(deps: RouteDeps, request: FastifyRequest<{ Params: { id: string } }>): Promise<CheckoutRow> {
  const id = request.params.id.toLowerCase();
  const given = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const fits = isCheckoutSecret(deps, id, given);
  const checkout = fits && isUuid(id) ? await readCheckout(deps.db, id) : null;
  limit(deps, request, checkout?.storeKey ?? '');
  if (!checkout) throw new AppError('invalid_checkout_secret', 'This is not a checkout of yours.');
  return checkout;
}

function limit(deps: RouteDeps, request: FastifyRequest, storeKey: string): void {
  deps.limits.writes.take(request.clientAddress, storeKey);
}

async function paymentAnswer(deps: RouteDeps, checkout: CheckoutRow, settled: Settled) {
  const view = await viewCheckout(deps, checkout.id);
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
