import sax from 'sax';

// The named references of HTML 4.
const NAMED = sax.parser(true).ENTITIES;
const REFERENCE = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;

/** Decodes references such as `&amp;` and `&#8211;` once: `&amp;amp;` becomes `&amp;`. What is no character stays as it is. */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, (all, reference: string) => {
    if (!reference.startsWith('#')) return NAMED[reference] ?? all;
    const number = reference.slice(1);
    return characterOf(/^x/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number(number)) ?? all;
  });
}

const LEGACY = new TextDecoder('windows-1252');

function characterOf(code: number): string | null {
  // Old editors wrote the numbers of Windows' code page, and browsers read them so.
  if (code >= 0x80 && code <= 0x9f) return LEGACY.decode(Uint8Array.of(code));
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : null;
}
