import type { Deps } from '../../../core/deps.ts';
import {
  removeGuaranteeLabel,
  removeGuaranteeNotice,
  setGuaranteeLabel,
  setGuaranteeNotice,
} from '../../../core/stores/commands/guarantee-files.ts';
import { findGuaranteeLabel, listGuaranteeNotices } from '../../../core/stores/queries/guarantee-files.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { OFFICIAL_BYTES_MAX, parseNoticeFor } from '../../../domain/guarantee-notice.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { labelJson, noticesJson } from '../../merchant-json/guarantee-files.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { acceptFiles, fileBody } from '../files.ts';
import { productFrom } from '../values.ts';

const NOTICES = `${ADMIN_ROOT}/store/guarantee-notices`;
const LABEL = `${ADMIN_ROOT}/products/:product_id/guarantee-label`;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const KIB = OFFICIAL_BYTES_MAX / 1024;

const NoticeParams = Type.Object({
  locale: Type.String({
    minLength: 2,
    maxLength: 5,
    description: 'The language of its readers, such as `de`; or `de-AT` where a country has a file of its own.',
  }),
});
const LabelParams = Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) });
const notices = { 200: successSchema(Type.Ref('AdminGuaranteeNotices'), 'All notices.') };
const label = {
  200: successSchema(Type.Ref('AdminGuaranteeLabel'), 'The label.'),
  404: { $ref: 'Error#', description: '`product_not_found`' },
};

const LIST = reading('store:read', {
  operationId: 'listGuaranteeNotices',
  summary: 'The official notices of the legal guarantee, by language and country',
  response: notices,
});
const SET_NOTICE = writing('store:write', {
  operationId: 'setGuaranteeNotice',
  summary: `Set the official notice for a language: the file itself is the body, of at most ${KIB} KiB`,
  params: NoticeParams,
  body: fileBody(TYPES),
  response: notices,
});
const REMOVE_NOTICE = writing('store:write', {
  operationId: 'removeGuaranteeNotice',
  summary: 'Give the notice for a language up',
  params: NoticeParams,
  response: notices,
});
const GET_LABEL = reading('catalog:read', {
  operationId: 'getGuaranteeLabel',
  summary: 'The official label of the producer’s guarantee of durability for a product',
  params: LabelParams,
  response: label,
});
const SET_LABEL = writing('store:write', {
  operationId: 'setGuaranteeLabel',
  summary: `Set the official label for a product: the file itself is the body, of at most ${KIB} KiB`,
  params: LabelParams,
  body: fileBody(TYPES),
  response: label,
});
const REMOVE_LABEL = writing('store:write', {
  operationId: 'removeGuaranteeLabel',
  summary: 'Give the label of a product up',
  params: LabelParams,
  response: label,
});

type Routes = Pick<AdminRoutes, 'app' | 'deps' | 'askerOf' | 'perform'>;

/** Registers the official files that a store shows before the contract. */
export function registerGuaranteeFiles(routes: AdminRoutes): void {
  registerNotices(routes);
  registerLabels(routes);
}

function registerNotices({ app, deps, askerOf, perform }: Routes): void {
  const view = async ({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, store: Store) =>
    noticesJson(await listGuaranteeNotices(db, store.id), { store, baseUrl });
  app.get(NOTICES, LIST, async (request, reply) => {
    const json = await view(deps, askerOf(request).store);
    reply.header('etag', etagOf(json));
    return success(json);
  });
  const act = (store: Store, action: string, change: (joined: Deps) => Promise<void>) => ({
    action: `guarantee_notice.${action}`,
    version: (joined: Deps) => view(joined, store),
    async run(joined: Deps) {
      await change(joined);
      return { subject: store.id };
    },
    answer: (joined: Deps) => view(joined, store),
  });
  app.register((scope: App, _options, done) => {
    acceptFiles(scope, TYPES, OFFICIAL_BYTES_MAX);
    scope.put(`${NOTICES}/:locale`, SET_NOTICE, async (request, reply) => {
      const { store } = askerOf(request);
      const notice = { ...parseNoticeFor(request.params.locale), bytes: request.body as Buffer };
      return perform(
        request,
        reply,
        act(store, 'set', (joined) => setGuaranteeNotice(joined, store.id, notice)),
      );
    });
    done();
  });
  app.delete(`${NOTICES}/:locale`, REMOVE_NOTICE, async (request, reply) => {
    const { store } = askerOf(request);
    const notice = parseNoticeFor(request.params.locale);
    return perform(
      request,
      reply,
      act(store, 'remove', (joined) => removeGuaranteeNotice(joined, store.id, notice)),
    );
  });
}

function registerLabels({ app, deps, askerOf, perform }: Routes): void {
  const view = async ({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, store: Store, productId: string) =>
    labelJson(await findGuaranteeLabel(db, store.id, productId), { store, baseUrl });
  type Labelled = { store: Store; productId: string };
  const act = ({ store, productId }: Labelled, action: string, change: (joined: Deps) => Promise<void>) => ({
    action: `guarantee_label.${action}`,
    version: (joined: Deps) => view(joined, store, productId),
    async run(joined: Deps) {
      await change(joined);
      return { subject: productId };
    },
    answer: (joined: Deps) => view(joined, store, productId),
  });
  const labelled = async (store: Store, given: string): Promise<Labelled> => ({
    store,
    productId: (await productFrom(deps.db, store.id, given)).id,
  });
  app.get(LABEL, GET_LABEL, async (request, reply) => {
    const { store, productId } = await labelled(askerOf(request).store, request.params.product_id);
    const json = await view(deps, store, productId);
    reply.header('etag', etagOf(json));
    return success(json);
  });
  app.register((scope: App, _options, done) => {
    acceptFiles(scope, TYPES, OFFICIAL_BYTES_MAX);
    scope.put(LABEL, SET_LABEL, async (request, reply) => {
      const one = await labelled(askerOf(request).store, request.params.product_id);
      const given = { productId: one.productId, bytes: request.body as Buffer };
      return perform(
        request,
        reply,
        act(one, 'set', (joined) => setGuaranteeLabel(joined, one.store.id, given)),
      );
    });
    done();
  });
  app.delete(LABEL, REMOVE_LABEL, async (request, reply) => {
    const one = await labelled(askerOf(request).store, request.params.product_id);
    const { store, productId } = one;
    return perform(
      request,
      reply,
      act(one, 'remove', (joined) => removeGuaranteeLabel(joined, store.id, productId)),
    );
  });
}
