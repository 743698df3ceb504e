/** Markup whose values were escaped when it was made. */
export type Html = { readonly markup: string };

type HtmlValue = string | number | Html | readonly Html[] | null;

/** Returns markup from a template. Values are escaped for text and for attributes in double quotes; markup stays as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const texts = parts.map((part, index) => (index === 0 ? part : render(values[index - 1] ?? null) + part));
  return { markup: texts.join('') };
}

/** Takes text as markup. Only for text that the code itself contains, such as a stylesheet. */
export const trustedHtml = (markup: string): Html => ({ markup });

function render(value: HtmlValue): string {
  if (value === null) return '';
  if (typeof value !== 'object')
    return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return 'markup' in value ? value.markup : value.map(render).join('');
}
