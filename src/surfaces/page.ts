import { createHash } from 'node:crypto';
import { textDirection } from '../messages/catalogue.ts';
import { type FrameAssets, type InlineAsset, inlineAsset } from '../platform/browser-build.ts';
import { type Html, html, trustedHtml } from '../platform/html.ts';
import type { Content } from '../platform/ready-answer.ts';
import { type Branded, brandedStyle, brandSources, fontPreload, fontStyle } from './brand.ts';
import { PAGE_HEADERS } from './headers.ts';

/** The directives of a Content-Security-Policy with their sources. Null leaves a directive out. */
export type Policy = Record<string, readonly string[] | null>;

/** Formats a policy as the value of the header. */
export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .flatMap(([directive, sources]) => (sources === null ? [] : [`${directive} ${sources.join(' ')}`]))
    .join('; ');
}

/** Returns the hash source by which a policy allows exactly this script or style. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Adds sources to a policy, to those that its directives have. */
function withSources(policy: Policy = {}, more: Policy): Policy {
  const added = Object.entries(more).map(([name, sources]) => [name, [...(policy[name] ?? []), ...(sources ?? [])]]);
  return { ...policy, ...Object.fromEntries(added) };
}

export type Page = {
  locale: string;
  title: string;
  /** The text of the style sheet; a page without it links one in its head. */
  style?: string;
  /** Further markup of the head. */
  head?: Html | undefined;
  body: Html;
  /** Set for a small document that is only used in an iframe. It leaves out the head of a full page to save bytes. */
  small?: true | undefined;
};

const PAGE_HEAD = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
`;

/** Returns the markup of a page. All our HTML documents are made by it. */
export function pageMarkup({ locale, title, style, head, body, small }: Page): string {
  return html`<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
${!small && PAGE_HEAD}${head}<title>${title}</title>
${
  style !== undefined &&
  html`<style>${trustedHtml(style)}</style>
`
}<body>${body}
`.markup;
}

export type ScriptedPage = Pick<Page, 'locale' | 'title' | 'small'> & {
  /** The data for the script, in `<script type="application/json" id="data">`. */
  data: unknown;
  /** The store whose look the page has. */
  store: Branded;
  /** True for a document that has only the font of the store. */
  onlyFont?: true;
  /** The markup of the body before the script runs. */
  body?: Html;
  /** A script that runs as soon as the markup of the body is there, before the data. */
  early?: InlineAsset;
  /** A script that runs before the page's own. */
  first?: InlineAsset | undefined;
  /** CSP directives that are added to the common ones or replace them; null removes one. */
  policy?: Policy;
  headers?: Record<string, string>;
  /** HTTP status; 200 by default. */
  status?: number;
};

/**
 * Makes a page with script and style inlined and allowed by their hashes. So it is one request, and its script is always of
 * the same build. `policy` has to allow anything else that may run or load.
 */
export function scriptedPage(assets: FrameAssets, page: ScriptedPage): Content {
  const { locale, title, small, data, early, first, store } = page;
  const { script } = assets;
  const styleOf = () => (page.onlyFont ? fontStyle(assets.style.text, store) : brandedStyle(assets.sheet, store));
  const style = store?.brand ? inlineAsset(styleOf()) : assets.style;
  const body = html`${page.body}
${early && html`<script>${trustedHtml(early.text)}</script>`}<script type="application/json" id="data">${trustedHtml(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
${first && html`<script>${trustedHtml(first.text)}</script>`}<script>${trustedHtml(script.text)}</script>`;
  const policy = policyText({
    'default-src': ["'none'"],
    'script-src': [script, early, first].flatMap((one) => one?.csp ?? []),
    'style-src': [style.csp],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    ...withSources(page.policy, brandSources(store)),
  });
  const head = fontPreload(store) ?? undefined;
  return {
    type: 'text/html; charset=utf-8',
    body: pageMarkup({ locale, title, style: style.text, head, body, small }),
    ...(page.status && { status: page.status }),
    headers: { 'content-security-policy': policy, ...PAGE_HEADERS, ...page.headers },
  };
}

/** Keeps `part` of the text on one line: a reference that breaks at its hyphens is hard to read, above all right to left. */
export function keepOnOneLine(text: string, part: string): Html {
  const [before = '', ...after] = text.split(part);
  return after.length === 0 ? html`${text}` : html`${before}<span class="one-line">${part}</span>${after.join(part)}`;
}
