import { textDirection } from '../../messages/catalogue.ts';
import type { FrameAssets, InlineAsset } from '../../platform/browser-build.ts';
import { type Html, html, trustedHtml } from '../../platform/html.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { Store } from '../stores/queries.ts';

export type FramePage = {
  locale: string;
  title: string;
  /** What the script finds in `<script type="application/json" id="data">`. */
  data: unknown;
  /** What stands in the body before the script runs. */
  body?: Html;
  /** A script before the frame's own. */
  first?: InlineAsset | undefined;
  /** CSP directives beside those that every frame has, or instead of them; null: without this one. */
  policy?: Record<string, string[] | null>;
  headers?: Record<string, string>;
  /** HTTP status; 200 without. */
  status?: number;
  /** Small, and never but in an iframe: what a page of its own has beside it would only be bytes. */
  small?: true;
};

const PAGE_HEAD = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
`;

/**
 * A frame's document: one request, with script and style inlined and allowed by their hashes, so that it never meets the
 * script of another build. Nothing else may run or load unless `policy` says so.
 */
export function framePage({ script, style }: FrameAssets, page: FramePage): Content {
  const { markup } = html`<!doctype html>
<html lang="${page.locale}" dir="${textDirection(page.locale)}">
${page.small ? '' : PAGE_HEAD}<title>${page.title}</title>
<style>${trustedHtml(style.text)}</style>
<body>${page.body}
<script type="application/json" id="data">${trustedHtml(JSON.stringify(page.data).replaceAll('<', '\\u003c'))}</script>
${page.first ? html`<script>${trustedHtml(page.first.text)}</script>` : ''}<script>${trustedHtml(script.text)}</script>
`;
  const policy: Record<string, string[] | null> = {
    'default-src': ["'none'"],
    'script-src': [script.csp, ...(page.first ? [page.first.csp] : [])],
    'style-src': [style.csp],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    ...page.policy,
  };
  const directives = Object.entries(policy).flatMap(([name, values]) =>
    values === null ? [] : [`${name} ${values.join(' ')}`],
  );
  return {
    type: 'text/html; charset=utf-8',
    body: markup,
    ...(page.status && { status: page.status }),
    headers: {
      'content-security-policy': directives.join('; '),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      ...page.headers,
    },
  };
}

/** The cross of a card over the page (`frames/card.ts`, which shows it where there is a page). */
export const closeButton = (label: string): Html =>
  html`<button id="close" class="icon-button" type="button" aria-label="${label}" hidden><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg></button>`;

/** For frames without payment: they may stand in pages that are cross-origin isolated. */
export const ISOLATION_HEADERS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Whether that origin may embed what `frameAncestors` lets these embed. */
export function mayEmbed(store: Pick<Store, 'mode' | 'origins'> | null, origin: string): boolean {
  const ancestors = frameAncestors(store);
  return ancestors.includes('*') || ancestors.includes(origin);
}

/** Who may embed a frame in which a shopper acts: the store's registered pages; a test store is shown anywhere. */
export function frameAncestors(store: Pick<Store, 'mode' | 'origins'> | null): string[] {
  if (store === null || store.mode === 'test') return ['*'];
  return store.origins.length > 0 ? store.origins : ["'none'"];
}
