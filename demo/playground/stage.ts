import { html, trustedHtml } from '../../src/platform/html.ts';
import { runSnippet } from '../pages/behind.ts';
import { playgroundSnippet } from './code.ts';
import { isRightToLeft, type Settings } from './settings.ts';

/**
 * The page that the element stands in: a page of the shop like any other, in the language, colours and policy that were
 * chosen. Besides the snippet it only tells the playground around it what happens.
 */
export function stagePage(settings: Settings, { nonce, serviceUrl }: { nonce: string; serviceUrl: string }): string {
  const { language, theme, product } = settings;
  const snippet = playgroundSnippet(settings, serviceUrl);
  const isStatus = settings.placement.startsWith('status');
  return html`<!doctype html>
<html lang="${language}"${isRightToLeft(settings) && html` dir="rtl"`} data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${product.title}</title>
<link rel="icon" href="/images/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop.css">
<script nonce="${nonce}">${trustedHtml(REPORTER)}</script>
</head>
<body class="stage">
<main aria-label="Product">
${!isStatus && html`<h1 lang="en">${product.title}</h1>`}
${trustedHtml(snippet.containers)}
</main>
${runSnippet(snippet, nonce)}
</body>
</html>
`.markup;
}

// What the page hears, the playground hears: every event of the SDK, and what the page's policy had against anything.
const REPORTER = `
  const EVENTS = ['Ready', 'PlacementLoaded', 'PlacementFailed', 'LearnMoreClicked', 'ButtonClicked', 'PreorderCheckoutStep',
    'PreorderCheckoutSubmitted', 'PreorderCreated', 'PreorderFailed', 'PreorderCancelled', 'ArrangeReturnClicked'];
  const tell = (name, payload) => parent.postMessage({ playground: name, payload }, location.origin);
  for (const name of EVENTS) addEventListener('Service:' + name, ({ detail }) => tell(name === 'Ready' ? 'Service:Ready' : name, detail));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    tell('Policy violation', { effectiveDirective, blockedURI }));
`;
