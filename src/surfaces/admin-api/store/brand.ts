import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../core/deps.ts';
import { type BrandChanges, setFont, setLogo, updateBrand } from '../../../core/stores/commands/brand.ts';
import { readStore } from '../../../core/stores/queries.ts';
import { FONT_BYTES_MAX, LOGO_BYTES_MAX } from '../../../domain/brand.ts';
import type { App } from '../../../platform/http.ts';
import { BrandChange } from '../../../protocol/schema/admin-api/brand.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { brandJson } from '../../merchant-json/brand.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { acceptFiles, fileBody } from '../files.ts';

const PATH = `${ADMIN_ROOT}/store/brand`;
const response = { 200: successSchema({ $ref: 'AdminBrand#' }, 'The look.') };

const GET = reading('store:read', {
  operationId: 'getBrand',
  summary: 'The look of your pages and mails, and who the mails are from',
  response,
});

const UPDATE = writing('store:write', {
  operationId: 'updateBrand',
  summary: 'Change the given parts of the look; null gives a part up',
  description: 'A colour in which something could not be read is refused.',
  body: BrandChange,
  response,
});

const FILES = {
  logo: { set: setLogo, types: ['image/png', 'image/jpeg', 'image/webp'], bytesMax: LOGO_BYTES_MAX },
  font: { set: setFont, types: ['font/woff2', 'font/woff'], bytesMax: FONT_BYTES_MAX },
};
type BrandFile = keyof typeof FILES;

const setting = (part: BrandFile) =>
  writing('store:write', {
    operationId: part === 'logo' ? 'setLogo' : 'setFont',
    summary: `Set the ${part}: the file itself is the body, of at most ${FILES[part].bytesMax / 1024} KiB`,
    body: fileBody(FILES[part].types),
    response,
  });

const removing = (part: BrandFile) =>
  writing('store:write', {
    operationId: part === 'logo' ? 'removeLogo' : 'removeFont',
    summary: `Give the ${part} up`,
    response,
  });

/** Registers the store's look: colours and sender as JSON, logo and font as files. */
export function registerBrand({ app, deps, askerOf, perform }: AdminRoutes): void {
  const view = async ({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, storeId: string) =>
    brandJson(await readStore(db, storeId), baseUrl);

  type Http = { request: FastifyRequest; reply: FastifyReply };
  const act = ({ request, reply }: Http, action: string, change: (joined: Deps, storeId: string) => Promise<void>) => {
    const { id } = askerOf(request).store;
    return perform(request, reply, {
      action,
      version: (joined) => view(joined, id),
      async run(joined) {
        await change(joined, id);
        return { subject: id };
      },
      answer: (joined) => view(joined, id),
    });
  };

  app.get(PATH, GET, async (request, reply) => {
    const json = await view(deps, askerOf(request).store.id);
    reply.header('etag', etagOf(json));
    return success(json);
  });

  app.patch(PATH, UPDATE, async (request, reply) => {
    const { ground_dark: groundDark, sender_name: senderName, reply_to: replyTo, ...same } = request.body;
    const given: BrandChanges = {
      ...same,
      ...(groundDark !== undefined && { groundDark }),
      ...(senderName !== undefined && { senderName }),
      ...(replyTo !== undefined && { replyTo }),
    };
    const { prove, store } = askerOf(request);
    // It is where the answers of shoppers go.
    if (replyTo !== undefined && replyTo !== (store.brand?.replyTo ?? null)) prove();
    return act({ request, reply }, 'brand.update', (joined, storeId) => updateBrand(joined, storeId, given));
  });

  for (const part of ['logo', 'font'] as const) {
    const { set, types, bytesMax } = FILES[part];
    app.register((scope: App, _options, done) => {
      acceptFiles(scope, types, bytesMax);
      scope.put(`${PATH}/${part}`, setting(part), async (request, reply) => {
        const bytes = request.body as Buffer;
        return act({ request, reply }, `brand.set_${part}`, (joined, storeId) => set(joined, storeId, bytes));
      });
      done();
    });
    app.delete(`${PATH}/${part}`, removing(part), async (request, reply) =>
      act({ request, reply }, `brand.remove_${part}`, (joined, id) => updateBrand(joined, id, { [part]: null })),
    );
  }
}
