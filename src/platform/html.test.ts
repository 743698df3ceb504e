import { expect, test } from 'vitest';
import { html, trustedHtml } from './html.ts';

test('values are escaped for text and for quoted attributes', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&amp;`;
  expect(html`<a title="${hostile}">${hostile}</a>`.markup).toBe(
    '<a title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;">&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;</a>',
  );
});

test('markup nests, lists are joined, and empty values render nothing', () => {
  const items = ['a', 'b & c'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>${null}${undefined}${false}${0}`.markup).toBe('<ul><li>a</li><li>b &amp; c</li></ul>0');
});

test('trusted markup is not escaped', () => {
  expect(html`<style>${trustedHtml('a > b {}')}</style>`.markup).toBe('<style>a > b {}</style>');
});
