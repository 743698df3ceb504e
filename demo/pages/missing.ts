import { html } from '../../src/platform/html.ts';
import { layout, type PageContext } from './layout.ts';

export function missingPage(context: PageContext): string {
  return layout(context, {
    title: 'Not found',
    description: 'There is no such page.',
    main: html`<article class="info"><h1>No such page</h1><p>What was here has moved, or never was. <a href="/">The shop is this way.</a></p></article>`,
  });
}
