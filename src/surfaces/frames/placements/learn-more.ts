import { readShownSafety } from '../../../core/catalog/queries/safety.ts';
import { findStoreByKey } from '../../../core/stores/queries.ts';
import { wordsOf } from '../../../core/texts/queries.ts';
import { planText } from '../../../core/waitlists/plan-text.ts';
import { type Block, parseMarkedText, type Span } from '../../../domain/marked-text.ts';
import { formatShipWindow } from '../../../domain/ship-window.ts';
import { type MessageKey, storeLocale, translate } from '../../../messages/catalogue.ts';
import type { FrameAssets } from '../../../platform/browser-build.ts';
import { type Html, html } from '../../../platform/html.ts';
import type { Content } from '../../../platform/ready-answer.ts';
import type { BeforeContract } from '../../../protocol/wire/before-contract.ts';
import type { SafetyView } from '../../../protocol/wire/product-safety.ts';
import type { LoadedAnswer } from '../../answer-cache.ts';
import { storeHead } from '../../brand.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { beforeContract, NOTHING_BEFORE, officialSources, readOfficialFiles } from '../before-contract.ts';
import { closeButton, ISOLATION_HEADERS } from '../embedding.ts';
import { safetyView } from '../product-safety.ts';
import { loadProductPage, type ProductQuestion } from './documents.ts';
import { beforeContractHtml } from './learn-before-contract.ts';
import { safetyHtml } from './product-safety.ts';
import type { MissingFacts, PlacementFacts } from './views.ts';

/**
 * Loads the document that explains a pre-order of this product: the merchant's description, the ship window, the payments,
 * how to cancel. It is plain markup, so that it also works as a page of its own.
 */
export async function loadLearnMore(
  deps: Pick<Deps, 'db' | 'clock'>,
  assets: FrameAssets,
  question: ProductQuestion,
): Promise<LoadedAnswer> {
  return loadProductPage(deps, question, async (facts) => {
    const before = facts.product && facts.waitlist ? await readBefore(deps, facts, facts.waitlist) : NOTHING_BEFORE;
    return learnMorePage(assets, facts, { before, safety: facts.product && (await loadSafety(deps, facts)) });
  });
}

async function loadSafety({ db }: Pick<Deps, 'db'>, facts: PlacementFacts): Promise<SafetyView | null> {
  const { store, product } = facts;
  return safetyView(await readShownSafety(db, { storeId: store.id, productId: product.id }), facts);
}

/** Loads the document that says where the learn-more text of each product is. */
export async function loadLearnMoreOfStore(
  { db }: Pick<Deps, 'db'>,
  assets: FrameAssets,
  { storeKey, language }: Omit<ProductQuestion, 'name'>,
): Promise<LoadedAnswer> {
  const store = await findStoreByKey(db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const text = (key: MessageKey) => translate(locale, key);
  const body = html`<main aria-label="${text('learn.title')}">
<h1 tabindex="-1">${text('learn.title')}</h1>
<p>${translate(locale, 'learn.general', { learn: text('learn.link') })}</p>
</main>`;
  const content = scriptedPage(assets, {
    locale,
    title: text('learn.title'),
    data: null,
    store,
    body,
    headers: ISOLATION_HEADERS,
  });
  return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content };
}

async function readBefore(
  deps: Pick<Deps, 'db'>,
  { store, product, locale }: PlacementFacts,
  waitlist: NonNullable<PlacementFacts['waitlist']>,
): Promise<BeforeContract> {
  return beforeContract(store, waitlist, { files: await readOfficialFiles(deps, store, product), locale });
}

type Information = { before: BeforeContract; safety: SafetyView | null };

function learnMorePage(
  assets: FrameAssets,
  found: PlacementFacts | MissingFacts,
  { before, safety }: Information,
): Content {
  const { locale, store } = found;
  const facts = found.product ? found : null;
  const text = (key: MessageKey) => translate(locale, key);
  const sells = facts?.waitlist?.variants.some(({ allocated, held, sold }) => held + sold < allocated);
  const title = facts ? `${text('learn.title')}: ${facts.product.title}` : text('learn.title');
  const body = html`<main aria-label="${text('learn.title')}">
${closeButton(text('learn.close'))}
${store && storeHead(store, locale)}
<h1 tabindex="-1">${text('learn.title')}</h1>
${facts && html`<p class="product" dir="auto">${facts.product.title}</p>`}
${facts?.waitlist ? about(facts, facts.waitlist) : html`<p>${text('learn.closed')}</p>`}
${safety && safetyHtml(safety)}
${beforeContractHtml(before, locale)}
${sells && html`<button id="order" class="button button--primary button--wide" type="button" hidden>${wordsOf(found.texts, locale)('button.order')}</button>`}
</main>`;
  const policy = { 'img-src': officialSources(before) };
  return scriptedPage(assets, { locale, title, data: null, store, body, policy, headers: ISOLATION_HEADERS });
}

function about(
  { store, locale }: PlacementFacts,
  { description, promise, plan, withdrawalExclusion }: NonNullable<PlacementFacts['waitlist']>,
) {
  const kept = plan.plan === 'deposit' && !plan.depositRefundable;
  const window = formatShipWindow(promise, locale, { style: 'long' });
  return html`${parseMarkedText(description).map(blockHtml)}
<h2>${translate(locale, 'learn.ships')}</h2>
<p>${translate(locale, 'learn.ships.text', { window })}</p>
<h2>${translate(locale, 'learn.pay')}</h2>
<p>${planText(plan, { currency: store.currency, locale }).long}</p>
<h2>${translate(locale, 'learn.cancel')}</h2>
<p>${translate(locale, kept ? 'learn.cancel.kept' : 'learn.cancel.text', { email: store.contactEmail })}</p>
${withdrawalExclusion !== null && html`<p>${translate(locale, `withdrawal.excluded.${withdrawalExclusion}`)}</p>`}`;
}

function blockHtml(block: Block): Html {
  if (block.kind === 'list')
    return html`<ul dir="auto">${block.items.map((item) => html`<li dir="auto">${item.map(spanHtml)}</li>`)}</ul>`;
  return html`<p dir="auto">${block.lines.map((line, index) => html`${index > 0 && html`<br>`}${line.map(spanHtml)}`)}</p>`;
}

function spanHtml({ text, strong, href }: Span): Html {
  if (strong) return html`<strong>${text}</strong>`;
  if (href) return html`<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;
  return html`${text}`;
}
