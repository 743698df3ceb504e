import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { html, trustedHtml } from '../../platform/html.ts';
import type { App } from '../../platform/http.ts';
import { withTokens } from '../../platform/style-tokens.ts';
import { pageMarkup, policyText, sourceOf } from '../page.ts';

// The guides for developers who use the service and do not have its repository. Errors and the API reference link to them.
const PAGES: ReadonlyMap<string, string> = new Map([
  ['contract', 'contract.md'],
  ['errors', 'errors.md'],
  ...['sdk', 'http-api', 'status-page', 'policies', 'consent', 'measures', 'loader', 'react', 'webhooks'].map(
    (name) => [name, `guides/${name}.md`] as const,
  ),
]);
// The service's address in the guides' examples.
const EXAMPLE_ADDRESS = 'http://127.0.0.1:4000';

const STYLE = withTokens(`
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif;background:var(--surface);color:var(--text)}
body{max-width:46rem;margin:0 auto;padding:var(--space-8) var(--space-5) 4rem;overflow-wrap:break-word}
h1,h2,h3{line-height:1.25;margin:var(--space-10) 0 var(--space-3)}h1{margin-top:0}
pre,code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:var(--page-text-sm)}
pre{padding:var(--space-4);white-space:pre-wrap;border-radius:var(--radius);background:var(--surface-sunken)}
:not(pre)>code{padding:.1em .3em;border-radius:.25rem;background:var(--surface-code)}
table{border-collapse:collapse}th,td{padding:var(--space-2) var(--space-3) var(--space-2) 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
a{color:var(--link)}
@media(max-width:40rem){table{display:block;overflow-x:auto}td{min-width:7rem}}`);

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'referrer-policy': 'no-referrer',
  'content-security-policy': policyText({
    'default-src': ["'none'"],
    'style-src': [sourceOf(STYLE)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }),
};

/** Registers `GET /docs/sdk` and the other guides, with this service's address in their examples. */
export async function registerGuides(app: App, baseUrl: string): Promise<void> {
  const markdown = guideMarkdown();
  for (const [name, file] of PAGES) {
    const text = await readFile(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
    const page = await pageOf(text.replaceAll(EXAMPLE_ADDRESS, baseUrl), markdown);
    app.get(`/docs/${name}`, { schema: { hide: true } }, (_request, reply) => reply.headers(HEADERS).send(page));
  }
}

async function pageOf(text: string, markdown: Marked): Promise<string> {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return pageMarkup({
    locale: 'en',
    title: `${title} – Waitlist and Pre-order Service`,
    style: STYLE,
    body: html`<main>${trustedHtml(await markdown.parse(text))}</main>`,
  });
}

/** Renders headings with ids. Links to project files that are not served become plain text. */
function guideMarkdown(): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replace(/[^\w]+/g, '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? content : `<a href="${encodeURI(address)}">${content}</a>`;
      },
    },
  });
}

function addressOf(href: string): string | null {
  if (/^https?:|^#/.test(href)) return href;
  const [, name = '', heading = ''] = /([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return PAGES.has(name) ? `/docs/${name}${heading}` : null;
}
