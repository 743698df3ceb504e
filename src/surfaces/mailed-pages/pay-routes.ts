import type { FastifyRequest } from 'fastify';
import { readCardForm } from '../../core/accounts/queries.ts';
import { markUsed, readLink } from '../../core/links/commands.ts';
import type { LinkFacts } from '../../core/links/queries.ts';
import { moveMoney } from '../../core/payments/commands/move-money.ts';
import { type PayPreorderDeps, payPreorder } from '../../core/payments/commands/pay-preorder.ts';
import { type Settled, settle } from '../../core/payments/commands/settle.ts';
import { readOpenDue } from '../../core/payments/queries/dues.ts';
import { readMethod } from '../../core/payments/queries/money.ts';
import { readLatestAttemptOf, readLiveAttemptOf } from '../../core/payments/queries.ts';
import { readRequestedPayment } from '../../core/payments/requested-payment.ts';
import { findPreorder } from '../../core/preorders/queries.ts';
import { readClock, readStore } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { translate } from '../../messages/catalogue.ts';
import type { FrameAssets } from '../../platform/browser-build.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import { type LinkPayment, LinkPaymentAnswer, LinkPaymentRequest } from '../../protocol/schema/pay-api.ts';
import type { Deps } from '../deps.ts';
import { registerLinkPage } from './link-routes.ts';
import { goneAnswer, type LinkAnswer, wordsOf } from './page.ts';
import { paidPage, payPage } from './pay-page.ts';
import { wayOn } from './way-on.ts';

type Purpose = 'pay' | 'card';
type PayPageDeps = PayPreorderDeps & Pick<Deps, 'secrets' | 'limits' | 'accounts' | 'log'>;

const PURPOSES: readonly Purpose[] = ['pay', 'card'];

/** Registers `/links/pay/…` and `/links/card/…`, on which a shopper pays what is due or changes the kept card. */
export function registerPayPages(app: App, deps: PayPageDeps, assets: FrameAssets): void {
  for (const purpose of PURPOSES) {
    const show = (facts: LinkFacts<Purpose>) => page(deps, assets, facts);
    // The page has no form, so a POST only shows the page again.
    registerLinkPage(app, deps, { purpose, show, act: show });
    registerPayments(app, deps, purpose);
  }
}

async function page(deps: PayPageDeps, assets: FrameAssets, facts: LinkFacts<Purpose>): Promise<LinkAnswer> {
  const requested = await readRequestedPayment(deps.db, facts);
  if (!requested) return paidPage(assets, facts, { ...(await endingTexts(deps, facts)), onward: wayOn(deps, facts) });
  const provider = await deps.paymentsFor(facts.store);
  if (!provider) return goneAnswer(facts.preorder.locale, facts.store);
  const form = await readCardForm(deps, facts.store, provider.name);
  const { today } = await readClock(deps.db, facts.store.id);
  return payPage(assets, { ...facts, requested, provider: provider.name, form, today });
}

async function endingTexts(deps: PayPageDeps, { link, preorder, store }: LinkFacts<Purpose>) {
  const words = wordsOf(preorder.locale);
  const names = { reference: preorder.reference, store: store.name, email: store.contactEmail };
  const card = await readMethod(deps.db, link);
  if (link.purpose === 'card' && link.used && card) {
    return { title: words('pay.card.done.title'), text: words('pay.card.done.text', { last4: card.last4 }) };
  }
  // A pre-order that goes on needs no card if all is paid, or if the link has been used.
  const goesOn = preorder.lines.some(({ state }) => ['placed', 'payment_due', 'released'].includes(state));
  const over = preorder.state === 'cancelled' || (link.purpose === 'card' && (link.used || !goesOn));
  const name = over ? 'pay.over' : 'pay.done';
  return { title: words(`${name}.title`), text: words(`${name}.text`, names) };
}

const Params = Type.Object({ token: Type.String({ maxLength: 300 }) });
type Asking = FastifyRequest<{ Params: { token: string } }>;

function registerPayments(app: App, deps: PayPageDeps, purpose: Purpose): void {
  const schema = { hide: true, params: Params, response: { 200: LinkPaymentAnswer } };
  app.post(
    `/links/${purpose}/:token/payments`,
    { schema: { ...schema, body: LinkPaymentRequest } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const facts = await factsOf(deps, request, purpose);
      const requested = await readRequestedPayment(deps.db, facts);
      // Paid in another tab: the reloaded page shows the outcome.
      if (!requested) return answer({ ...PLAIN, outcome: 'completed' });
      const settled = await payPreorder(deps, {
        storeId: facts.store.id,
        preorderId: facts.preorder.id,
        ...(requested.purpose === 'swap'
          ? { purpose: requested.purpose, swapId: requested.swapId }
          : { purpose: requested.purpose }),
        ...request.body,
      });
      return answer(await outcomeOf(deps, facts, settled));
    },
  );

  app.post(`/links/${purpose}/:token/settle`, { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const facts = await factsOf(deps, request, purpose);
    const attempt = await readLatestAttemptOf(deps.db, facts.link);
    const settled: Settled = attempt
      ? await settle(deps, { storeId: attempt.storeId, attemptId: attempt.id })
      : { kind: 'declined', code: null };
    return answer(await outcomeOf(deps, facts, settled));
  });
}

const answer = (data: LinkPayment) => ({ meta: { result: 'success' as const }, data });

async function factsOf(deps: PayPageDeps, request: Asking, purpose: Purpose): Promise<LinkFacts<Purpose>> {
  deps.limits.writes.take(request.clientAddress, 'links');
  const link = await readLink(deps, purpose, request.params.token);
  const preorder = link && (await findPreorder(deps.db, link.storeId, link.preorderId));
  if (!link || !preorder?.contact) throw new AppError('not_found', 'This link does not work any more.');
  return { link, preorder, store: await readStore(deps.db, link.storeId) };
}

const PLAIN = { message: '', action: null };

async function outcomeOf(deps: PayPageDeps, facts: LinkFacts<Purpose>, settled: Settled): Promise<LinkPayment> {
  const { locale } = facts.preorder;
  switch (settled.kind) {
    case 'completed':
      return facts.link.purpose === 'card' ? chargeDue(deps, facts) : { ...PLAIN, outcome: 'completed' };
    case 'requires_action':
      return { ...PLAIN, outcome: 'requires_action', action: { ref: settled.ref, clientSecret: settled.clientSecret } };
    case 'processing':
    case 'unknown':
      return { ...PLAIN, outcome: 'processing' };
    case 'declined':
    case 'ended': {
      const code = settled.kind === 'declined' && settled.code !== null ? settled.code : 'not_paid';
      return { ...PLAIN, outcome: 'declined', message: translate(locale, `checkout.declined.${code}`) };
    }
  }
}

/** Charges what is due to the new card at once, so that the shopper sees the result. */
async function chargeDue(deps: PayPageDeps, { link, preorder }: LinkFacts<Purpose>): Promise<LinkPayment> {
  const { storeId, preorderId } = link;
  await moveMoney(deps, storeId, preorderId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the amount due could not be charged to the new card at once; a job tries it'),
  );
  if (await readOpenDue(deps.db, link)) {
    const pending = (await readLiveAttemptOf(deps.db, link)) !== null;
    if (pending) return { ...PLAIN, outcome: 'processing' };
    return { ...PLAIN, outcome: 'declined', message: translate(preorder.locale, 'pay.card.failed') };
  }
  await markUsed(deps.db, link);
  return { ...PLAIN, outcome: 'completed' };
}
