import { html, trustedHtml } from '../../src/platform/html.ts';
import { runSnippet } from '../pages/behind.ts';
import type { PageContext } from '../pages/layout.ts';
import { playgroundSnippet } from './code.ts';
import { isRightToLeft, type Settings } from './settings.ts';

/**
 * The page around the element, in the chosen language, colours and policy. It is like any other page of the store; besides
 * the snippet it only tells the playground of events (`demo/browser/stage.ts`).
 */
export function stagePage(settings: Settings, context: Pick<PageContext, 'nonce' | 'serviceUrl' | 'search'>): string {
  const { language, theme, product } = settings;
  const snippet = playgroundSnippet(settings, context.serviceUrl);
  const isStatus = settings.placement.startsWith('status');
  return html`<!doctype html>
<html lang="${language}"${isRightToLeft(settings) && html` dir="rtl"`} data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${product.title}</title>
<link rel="icon" href="/images/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/store.css">
<script nonce="${context.nonce}" src="/assets/stage.js"></script>
</head>
<body class="stage">
<main aria-label="Product">
${!isStatus && html`<h1 lang="en">${product.title}</h1>`}
${trustedHtml(snippet.containers)}
</main>
${runSnippet(snippet, context)}
</body>
</html>
`.markup;
}
