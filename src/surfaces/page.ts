import { createHash } from 'node:crypto';
import { textDirection } from '../messages/catalogue.ts';
import type { FrameAssets, InlineAsset } from '../platform/browser-build.ts';
import { type Html, html, trustedHtml } from '../platform/html.ts';
import type { Content } from '../platform/ready-answer.ts';

/** A Content-Security-Policy: the sources of each directive. Null leaves a directive out. */
export type Policy = Record<string, readonly string[] | null>;

/** A policy as the header says it. */
export function policyText(policy: Policy): string {
  return Object.entries(policy)
    .flatMap(([directive, sources]) => (sources === null ? [] : [`${directive} ${sources.join(' ')}`]))
    .join('; ');
}

/** The source by which a policy allows this very script or style. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export type Page = {
  locale: string;
  title: string;
  /** The text of the style sheet. */
  style: string;
  /** What else stands in the head. */
  head?: Html;
  body: Html;
  /** Small, and never but in an iframe: what a page of its own has in its head would only be bytes. */
  small?: true | undefined;
};

const PAGE_HEAD = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
`;

/** The markup of a page: every HTML document of ours begins here. */
export function pageMarkup({ locale, title, style, head, body, small }: Page): string {
  return html`<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}">
${!small && PAGE_HEAD}${head}<title>${title}</title>
<style>${trustedHtml(style)}</style>
<body>${body}
`.markup;
}

/** What every page says of itself beside its policy: it leads nobody here, and no search engine keeps it. */
export const PAGE_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const;

export type ScriptedPage = Pick<Page, 'locale' | 'title' | 'small'> & {
  /** What the script finds in `<script type="application/json" id="data">`. */
  data: unknown;
  /** What stands in the body before the script runs. */
  body?: Html;
  /** A script before the page's own. */
  first?: InlineAsset | undefined;
  /** CSP directives beside those that every such page has, or instead of them; null: without this one. */
  policy?: Policy;
  headers?: Record<string, string>;
  /** HTTP status; 200 without. */
  status?: number;
};

/**
 * A page with script and style inlined and allowed by their hashes: one request, which never meets the script of another
 * build. Nothing else may run or load unless `policy` says so.
 */
export function scriptedPage({ script, style }: FrameAssets, page: ScriptedPage): Content {
  const { locale, title, small, data, first } = page;
  const body = html`${page.body}
<script type="application/json" id="data">${trustedHtml(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
${first && html`<script>${trustedHtml(first.text)}</script>`}<script>${trustedHtml(script.text)}</script>`;
  const policy = policyText({
    'default-src': ["'none'"],
    'script-src': [script.csp, ...(first ? [first.csp] : [])],
    'style-src': [style.csp],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    ...page.policy,
  });
  return {
    type: 'text/html; charset=utf-8',
    body: pageMarkup({ locale, title, style: style.text, body, small }),
    ...(page.status && { status: page.status }),
    headers: { 'content-security-policy': policy, ...PAGE_HEADERS, ...page.headers },
  };
}

/** The text with one part of it on one line: a reference that breaks at its hyphens is hard to read, most of all from right to left. */
export function withWhole(text: string, part: string): Html {
  const [before = '', ...after] = text.split(part);
  return after.length === 0 ? html`${text}` : html`${before}<span class="whole">${part}</span>${after.join(part)}`;
}
