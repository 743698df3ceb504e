/** Markup that is already escaped. `html` inserts only this unescaped. */
export type Html = { readonly markup: string };

export type HtmlValue = string | number | Html | readonly HtmlValue[] | false | null | undefined;

/**
 * Makes markup from a template. Escapes every value for text and for quoted attributes, inserts `Html` unescaped, joins lists,
 * and renders `false`, `null` and `undefined` as nothing. Attribute values must stand in double quotes.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const texts = parts.map((part, index) => (index === 0 ? part : render(values[index - 1]) + part));
  return { markup: texts.join('') };
}

/** Marks our own markup, such as a stylesheet, as escaped. Never for text from outside. */
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
