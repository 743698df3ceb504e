import type { Preorder } from '../../../core/preorders/queries.ts';
import { findStoreByKey, type Store } from '../../../core/stores/queries.ts';
import { messagesFor, storeLocale, translate } from '../../../messages/catalogue.ts';
import type { FrameAssets } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import type { App } from '../../../platform/http.ts';
import type { Content } from '../../../platform/ready-answer.ts';
import { Type } from '../../../platform/type.ts';
import type { BegunStatus } from '../../../protocol/schema/status-api.ts';
import type { Message } from '../../../protocol/wire/message-format.ts';
import type { StatusDocument } from '../../../protocol/wire/status-document.ts';
import type { LoadedAnswer } from '../../answer-cache.ts';
import { answerRead } from '../../answers.ts';
import { logoOf } from '../../brand.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { sellerOf } from '../../seller.ts';
import { embedderOf, notePlacement } from '../../sightings.ts';
import { frameAncestors, isolationWithPictures, mayEmbed, pictureSources } from '../embedding.ts';
import { FrameQuery } from '../query.ts';
import { view } from './access.ts';
import { beginGuestSession, sealSession } from './session.ts';

const PREFIX = 'status.';
const OF_THE_SELLER = ['sold_by', 'terms', 'withdrawal', 'privacy', 'new_tab'] as const;

const StatusQuery = Type.Object({ key: FrameQuery.properties.key, lang: FrameQuery.properties.lang });

type StatusAssets = Record<'status' | 'refused', FrameAssets>;

/** Registers `GET /frames/1/status`, the frame of `loadPreorderStatusPage`. An unknown key gets a document that says so. */
export function registerStatusDocument(
  app: App,
  deps: Pick<Deps, 'db' | 'answers' | 'limits' | 'sightings' | 'baseUrl' | 'portalUrl'>,
  assets: StatusAssets,
): void {
  app.get(
    '/frames/1/status',
    { schema: { hide: true, querystring: StatusQuery }, onSend: createCompression() },
    (request, reply) => {
      const { key: storeKey, lang: language } = request.query;
      notePlacement(deps, request.headers, { storeKey });
      const embedder = embedderOf(request.headers);
      const isolation = isolationWithPictures(request.headers);
      const about = `status ${storeLocale(language, 'test')} ${Object.values(isolation).join(' ')} ${embedder}`;
      const load = () => loadStatusDocument(deps, assets, { storeKey, language, embedder, isolation });
      return answerRead(deps, { request, reply }, { storeKey, about, load });
    },
  );
}

type StatusQuestion = {
  storeKey: string;
  language: string | undefined;
  embedder: string;
  isolation: Record<string, string>;
};

/** Loads the document, which is the same for all customers: messages name the customer, and the API has the pre-orders. */
async function loadStatusDocument(
  { db }: Pick<Deps, 'db'>,
  assets: StatusAssets,
  { storeKey, language, embedder, isolation }: StatusQuestion,
): Promise<LoadedAnswer> {
  const store = await findStoreByKey(db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const page = {
    locale,
    title: translate(locale, 'status.title'),
    store,
    headers: { 'cache-control': 'no-store', ...isolation },
  };
  const content =
    embedder && !mayEmbed(store, embedder)
      ? scriptedPage(assets.refused, { ...page, data: null })
      : scriptedPage(assets.status, {
          ...page,
          data: statusData(store, locale),
          policy: {
            'connect-src': ["'self'"],
            'img-src': pictureSources(store),
            'frame-ancestors': frameAncestors(store),
          },
        });
  return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content };
}

function statusData(store: Store | null, locale: string): StatusDocument {
  const shown = store && {
    key: store.publicKey,
    name: store.name,
    logo: logoOf(store),
    ...sellerOf(store),
    returnAddress: store.returnAddress,
    test: store.mode === 'test',
  };
  return { store: shown, locale, messages: statusMessages(locale) };
}

/** Returns the status page as a page of its own that looks up one pre-order, for people whose link does not work. */
export function lookUpPage(assets: FrameAssets, { store, locale }: { store: Store; locale: string }): Content {
  return alonePage(assets, { store, locale, title: translate(locale, 'status.guest.title'), more: { looksUp: true } });
}

type AlonePage = { store: Store; locale: string; title: string; more: { begun: BegunStatus } | { looksUp: true } };

function alonePage(assets: FrameAssets, { store, locale, title, more }: AlonePage): Content {
  return scriptedPage(assets, {
    locale,
    title,
    data: { ...statusData(store, locale), ...more },
    store,
    policy: { 'connect-src': ["'self'"], 'img-src': pictureSources(store), 'frame-ancestors': ["'none'"] },
  });
}

type Begun = { preorder: Preorder; store: Store; confirmed: boolean };

/** Returns the status page as a page of its own. Its session may change the pre-order if a mailed link `confirmed` it. */
export async function ownStatusPage(
  deps: Pick<Deps, 'db' | 'secrets'>,
  assets: FrameAssets,
  { preorder, store, confirmed }: Begun,
): Promise<Content> {
  const { locale } = preorder;
  const session = await beginGuestSession(deps, { store, locale }, { preorder, confirmed });
  const begun: BegunStatus = {
    ...(await sealSession(deps, session)),
    preorder: await view(deps, { session, store, preorder }),
  };
  const title = `${preorder.reference} – ${translate(locale, 'status.title')}`;
  return alonePage(assets, { store, locale, title, more: { begun } });
}

function statusMessages(locale: string): Record<string, Message> {
  const own = Object.entries(messagesFor(locale)).filter(([key]) => key.startsWith(PREFIX));
  return {
    ...Object.fromEntries(own.map(([key, message]) => [key.slice(PREFIX.length), message])),
    ...sellerMessages(locale),
  };
}

/** Returns the texts about the seller, which are those of the checkout. */
function sellerMessages(locale: string): Record<string, Message> {
  const all = messagesFor(locale);
  return Object.fromEntries(OF_THE_SELLER.map((key) => [key, all[`checkout.${key}`]]));
}
