import { createLink, linkAddress, type NewLink } from '../../../core/links/commands.ts';
import { changeAddress } from '../../../core/preorders/commands/change-address.ts';
import { createManageLink } from '../../../core/preorders/commands/manage-link.ts';
import { swapVariant } from '../../../core/preorders/commands/swap.ts';
import { writeToStore } from '../../../core/preorders/commands/write-to-store.ts';
import { LINK_MINUTES } from '../../../domain/link.ts';
import { SWAP_MINUTES } from '../../../domain/swap.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import {
  AddressAnswer,
  AddressFormAnswer,
  AddressRequest,
  DetailsAnswer,
  DoneAnswer,
  LinkAnswer,
  MessageRequest,
  PageOfOursAnswer,
  SwapAnswer,
  SwapOptionsAnswer,
  SwapRequest,
} from '../../../protocol/schema/status-api.ts';
import type { Deps } from '../../deps.ts';
import { knownPath } from '../../known-address.ts';
import {
  emailShown,
  findChangeable,
  findReadable,
  type SeenPreorder,
  STATUS_ROOT,
  success,
  viewAfterChange,
} from './access.ts';
import { addressForm } from './address-form.ts';
import { readDetails } from './details.ts';
import { readSwapChoice } from './swap-view.ts';

export type SelfServiceDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'answers' | 'outbox' | 'baseUrl'>;

const ONE = `${STATUS_ROOT}/preorders/:reference`;

const hide = true; // private to the frame: not part of openapi.json
const params = Type.Object({ reference: Type.String({ maxLength: 100 }) });
// Ids of equal line items, which are to be swapped too, with commas between them.
const SwapQuery = Type.Object({ also: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 })) });
const lineParams = Type.Object({ ...params.properties, lineId: Type.String({ maxLength: 100 }) });

/** Registers the changes that shoppers make themselves, except cancelling. A session from a look-up needs a mailed link. */
export function registerSelfServiceRoutes(app: App, deps: SelfServiceDeps): void {
  registerSwapping(app, deps);
  registerAddress(app, deps);
  registerPaying(app, deps);
  registerReading(app, deps);
  registerWriting(app, deps);
}

function registerReading(app: App, deps: SelfServiceDeps): void {
  app.get(`${ONE}/details`, { schema: { hide, params, response: { 200: DetailsAnswer } } }, async (request) =>
    success(await readDetails(deps.db, await findReadable(deps, request))),
  );

  // For frames that were opened before the receipt was a page.
  app.get(`${ONE}/receipt`, { schema: { hide, params } }, async (request, reply) => {
    const { preorder, store } = await findChangeable(deps, request);
    return reply.redirect(knownPath(deps, { purpose: 'receipt', store }, preorder), 303);
  });
}

function registerSwapping(app: App, deps: SelfServiceDeps): void {
  app.get(
    `${ONE}/lines/:lineId/swaps`,
    { schema: { hide, params: lineParams, querystring: SwapQuery, response: { 200: SwapOptionsAnswer } } },
    async (request) => {
      const lineIds = [request.params.lineId, ...(request.query.also?.split(',') ?? [])];
      return success(await readSwapChoice(deps.db, await findReadable(deps, request), lineIds));
    },
  );

  // Idempotent, because the request names line item and variant: a repeated one finds the swap done.
  app.post(
    `${ONE}/swap`,
    { schema: { hide, params, body: SwapRequest, response: { 200: SwapAnswer } } },
    async (request) => {
      const seen = await findChangeable(deps, request);
      const {
        lineItemId: lineId,
        alsoLineItemIds: alsoLineIds,
        variantId: variantExternalId,
        ...agreed
      } = request.body;
      const key = { storeId: seen.store.id, preorderId: seen.preorder.id };
      const swapped = await swapVariant(deps, { ...key, lineId, alsoLineIds, variantExternalId, ...agreed });
      const payAt =
        swapped.kind === 'payment'
          ? await linkToOurPage(deps, seen, {
              purpose: 'pay',
              detail: { swapId: swapped.swapId },
              minutes: SWAP_MINUTES,
            })
          : null;
      return success({ preorder: await viewAfterChange(deps, seen), payAt });
    },
  );
}

function registerAddress(app: App, deps: SelfServiceDeps): void {
  app.get(`${ONE}/address`, { schema: { hide, params, response: { 200: AddressFormAnswer } } }, async (request) => {
    const { preorder, session } = await findChangeable(deps, request);
    return success(addressForm(preorder.contact.address, session.locale));
  });

  app.post(
    `${ONE}/address`,
    { schema: { hide, params, body: AddressRequest, response: { 200: AddressAnswer } } },
    async (request) => {
      const seen = await findChangeable(deps, request);
      const { address } = request.body;
      const changed = await changeAddress(deps, { storeId: seen.store.id, preorderId: seen.preorder.id, address });
      return success({ preorder: await viewAfterChange(deps, seen), changed });
    },
  );
}

/** Registers the routes that return links to our pages for cards, because no card data goes through the frame. */
function registerPaying(app: App, deps: SelfServiceDeps): void {
  for (const purpose of ['card', 'pay'] as const) {
    app.post(`${ONE}/${purpose}`, { schema: { hide, params, response: { 200: PageOfOursAnswer } } }, async (request) =>
      success({
        url: await linkToOurPage(deps, await findChangeable(deps, request), { purpose, minutes: LINK_MINUTES }),
      }),
    );
  }
}

async function linkToOurPage(deps: SelfServiceDeps, { store, preorder }: SeenPreorder, link: NewLink): Promise<string> {
  const { id } = await createLink(deps.db, { storeId: store.id, preorderId: preorder.id, ...link });
  return linkAddress(deps, id, link.purpose);
}

function registerWriting(app: App, deps: SelfServiceDeps): void {
  app.post(
    `${ONE}/messages`,
    { schema: { hide, params, body: MessageRequest, response: { 202: DoneAnswer } } },
    async (request, reply) => {
      const { store, preorder } = await findChangeable(deps, request);
      await writeToStore(deps, { storeId: store.id, preorderId: preorder.id, words: request.body.text });
      return reply.code(202).send(success({}));
    },
  );

  app.post(
    `${ONE}/manage-links`,
    { schema: { hide, params, response: { 202: LinkAnswer } } },
    async (request, reply) => {
      const seen = await findReadable(deps, request);
      await createManageLink(deps, { storeId: seen.store.id, preorderId: seen.preorder.id });
      return reply.code(202).send(success({ email: emailShown(seen), minutes: LINK_MINUTES }));
    },
  );
}
