import { html } from '../../src/platform/html.ts';
import { behindThePage, runSnippet } from './behind.ts';
import { layout, type PageContext } from './layout.ts';
import { statusSnippet } from './snippet.ts';

/** The page with a customer's pre-orders. A signed-in customer sees all; a guest looks up one by its reference. */
export function accountPage(context: PageContext): string {
  const snippet = statusSnippet(context.serviceUrl, context);
  const lead = context.signedIn
    ? 'What you pre-ordered with the e-mail address of your account.'
    : 'Sign in to see all of yours, or find one by its reference and the postcode it goes to.';
  return layout(context, {
    title: 'Orders',
    description: 'Follow, and cancel, what you pre-ordered.',
    main: html`<article class="info"><h1>Orders</h1>
<p class="lead">${lead}</p>
<div data-service-placement-type="pre-order-status-placement"></div></article>
${behindThePage(snippet, 'The store’s backend signs a token for the customer who is signed in; a guest needs none.')}`,
    scripts: runSnippet(snippet, context),
  });
}
