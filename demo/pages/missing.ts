import { html } from '../../src/platform/html.ts';
import { layout, type PageContext } from './layout.ts';

export function missingPage(context: PageContext): string {
  return layout(context, {
    title: 'Not found',
    description: 'There is no such page.',
    main: html`<article class="info"><h1>No such page</h1><p>This page has moved or never existed. <a href="/">Go to the store.</a></p></article>`,
  });
}
