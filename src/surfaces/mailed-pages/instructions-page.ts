import { findStoreByKey } from '../../core/stores/queries.ts';
import { WITHDRAWAL_EXCLUSIONS } from '../../domain/withdrawal-period.ts';
import { readerLocale, translate } from '../../messages/catalogue.ts';
import { html } from '../../platform/html.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import type { Deps } from '../deps.ts';
import { instructionsOn } from '../instructions.ts';
import { languageOf, send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS, deadPage, type LinkAnswer, linkDocument } from './page.ts';

const Params = Type.Object({ key: Type.String({ maxLength: 100 }) });
const Query = Type.Object({
  lang: Type.Optional(Type.String({ maxLength: 100 })),
  exclusion: Type.Optional(Type.String({ maxLength: 100 })),
});

/**
 * Registers `GET /withdraw/{public key}/instructions`: the model instructions on withdrawal with the data of the store, and the model
 * form. `?lang=` is the language, `?exclusion=` why the right ends once the goods are opened.
 */
export function registerInstructionsPage(app: App, deps: Pick<Deps, 'db' | 'limits' | 'baseUrl'>): void {
  const options = { schema: { hide: true, params: Params, querystring: Query } };
  app.get('/withdraw/:key/instructions', options, async (request, reply) => {
    const { lang, exclusion } = request.query;
    deps.limits.reads.take(request.clientAddress, request.params.key);
    const locale = lang === undefined ? languageOf(request) : readerLocale(lang);
    const answer = await page(deps, { key: request.params.key, locale, exclusion });
    return send(reply.headers(DEAD_PAGE_HEADERS), answer);
  });
}

type Asked = { key: string; locale: string; exclusion: string | undefined };

async function page(
  { db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>,
  { key, locale, exclusion: given }: Asked,
): Promise<LinkAnswer> {
  const store = await findStoreByKey(db, key);
  const exclusion = WITHDRAWAL_EXCLUSIONS.find((one) => one === given) ?? null;
  const parts = store && instructionsOn(store, { locale, country: null, exclusion, baseUrl });
  if (!store || !parts) return { status: 404, markup: deadPage(locale, 'gone') };
  const card = parts.map(({ heading, fillIn, text }) =>
    heading ? html`<h2>${text}</h2>\n` : html`<p${fillIn && html` class="fill-in"`}>${text}</p>\n`,
  );
  const title = translate(locale, 'instructions.title');
  return linkDocument({ locale, store, title }, html`${card}`);
}
