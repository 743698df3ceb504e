import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { html, trustedHtml } from '../platform/html.ts';
import type { App } from '../platform/http.ts';

const GUIDE = new URL('../../docs/guides/sdk.md', import.meta.url);
// The service that the guide's examples speak to.
const EXAMPLE_ADDRESS = 'http://127.0.0.1:4000';

const STYLE = `
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#191c22,#eceef2)}
body{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem;overflow-wrap:break-word}
h1,h2,h3{line-height:1.25;margin:2.5rem 0 .75rem}h1{margin-top:0}
pre,code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875rem}
pre{padding:1rem;white-space:pre-wrap;border-radius:.5rem;background:light-dark(#f5f6f8,#1c1f25)}
:not(pre)>code{padding:.1em .3em;border-radius:.25rem;background:light-dark(#f0f1f4,#23262d)}
table{border-collapse:collapse}th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid light-dark(#e1e4e9,#323741);text-align:start;vertical-align:top}
a{color:light-dark(#1b4fd1,#9dbcff)}
@media(max-width:40rem){td{overflow-wrap:anywhere}}`;

const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** `GET /docs/sdk`: docs/guides/sdk.md to read, with this service's address in its examples. The SDK's errors name it. */
export async function registerSdkGuide(app: App, baseUrl: string): Promise<void> {
  const text = (await readFile(GUIDE, 'utf8')).replaceAll(EXAMPLE_ADDRESS, baseUrl);
  const { markup } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>The SDK – Waitlist and Pre-order Service</title>
<style>${trustedHtml(STYLE)}</style>
<main>${trustedHtml(await guideMarkdown().parse(text))}</main>
`;
  app.get('/docs/sdk', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      })
      .send(markup),
  );
}

/** Headings can be linked to; links to other files of the project, which are not served, are plain text. */
function guideMarkdown(): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replace(/[^\w]+/g, '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        return /^https?:|^#/.test(href) ? `<a href="${encodeURI(href)}">${content}</a>` : content;
      },
    },
  });
}
