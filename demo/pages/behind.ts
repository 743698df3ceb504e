import { type Html, html, trustedHtml } from '../../src/platform/html.ts';
import { highlight } from './highlight.ts';
import type { PageContext } from './layout.ts';
import { type Snippet, shownSnippet } from './snippet.ts';

/** Shows developers the code that the page uses and its events. */
export function behindThePage(snippet: Snippet, note: string): Html {
  return html`<section class="behind" aria-labelledby="behind-title"><div class="behind-in">
<h2 id="behind-title">Behind this page</h2>
<p>${note}</p>
<div class="panels">
<details class="panel code" open><summary>View the code</summary>
<div class="panel-body"><button type="button" class="copy" data-copy="snippet">Copy</button>
<pre tabindex="0" role="region" aria-label="The code in use on this page"><code id="snippet">${highlight(shownSnippet(snippet))}</code></pre></div>
</details>
<details class="panel events" open><summary>Events <span class="count" data-count hidden></span></summary>
<div class="panel-body"><ol data-events tabindex="0" aria-label="Events of the SDK, newest first"><li class="empty">Nothing yet. Pick a variant or press the button.</li></ol></div>
</details>
</div></div></section>`;
}

/** Returns the script elements that run the snippet. With `?service-debug` in the page's address, the SDK prints its steps. */
export function runSnippet(snippet: Snippet, { nonce, search }: Pick<PageContext, 'nonce' | 'search'>): Html {
  const query = new URLSearchParams(search).has('service-debug') ? '?service-debug' : '';
  return html`<script nonce="${nonce}">${trustedHtml(snippet.script)}</script>
${trustedHtml(snippet.loader(nonce, query))}`;
}
