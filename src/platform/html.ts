/** Markup that was escaped where it was made; the only thing `html` takes over as it is. */
export type Html = { readonly markup: string };

export type HtmlValue = string | number | Html | readonly HtmlValue[] | false | null | undefined;

/**
 * Markup from a template: every value is escaped for text and for quoted attributes, markup is taken as it is, lists are
 * joined, and `false`, `null` and `undefined` leave nothing. Attribute values must stand in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const texts = parts.map((part, index) => (index === 0 ? part : render(values[index - 1]) + part));
  return { markup: texts.join('') };
}

/** Markup of our own making, such as a stylesheet. Never for text that came from anybody else. */
export function trustedHtml(markup: string): Html {
  return { markup };
}

function render(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('markup' in value) return value.markup;
  return value.map(render).join('');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
