import { expect, test } from 'vitest';
import { decodeEntities } from './html-entities.ts';

test.each([
  ['Salt &amp; Smoke &#8211; gift box', 'Salt & Smoke – gift box'],
  ['&amp;amp; &amp;#8211;', '&amp; &#8211;'],
  ['Caf&eacute; &Eacute;t&eacute; &hellip;', 'Café Été …'],
  ['&#x1F30A; &#146;n', '🌊 ’n'],
  ['R&D; AT&T &constructor; &#xD800; &#9999999; &#0; & &;', 'R&D; AT&T &constructor; &#xD800; &#9999999; &#0; & &;'],
])('%j is %j', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
