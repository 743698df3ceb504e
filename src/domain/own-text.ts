import { AppError } from './error.ts';

/** What a text is in its place: words on a button, or the subject, the heading or a paragraph of a mail. */
export type TextPart = 'label' | 'subject' | 'title' | 'text';

/** Our text, and the variables that its place fills besides those in it. */
export type OwnTextRule = { part: TextPart; original: string; filled: readonly string[] };

/** A label must fit a button on a phone; a subject is cut off by mail programs after about 70 letters. */
export const CHARACTERS_MAX: Record<TextPart, number> = { label: 40, subject: 150, title: 150, text: 2_000 };

// A shopper must still learn them where our text says them: they stand nowhere else in a subject, and a promise or an amount in a sentence
// is what the sentence is for.
const FACTS = ['amount', 'date', 'window', 'count', 'code'];

/** Returns the names of the variables in a text, such as `store` for `{store}`. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))];
}

/** Returns the variables that a text in place of ours may have. */
export function variablesOf({ original, filled }: OwnTextRule): string[] {
  return [...new Set([...variablesIn(original), ...filled])].sort();
}

/** Returns the variables that a text in place of ours must have. */
export function requiredOf({ part, original }: OwnTextRule): string[] {
  return variablesIn(original).filter((name) => FACTS.includes(name) || (part === 'subject' && name === 'reference'));
}

/** Returns a merchant's text as it is stored. Throws `invalid_parameter`, `unknown_variable` or `missing_variable`. */
export function checkOwnText(given: string, rule: OwnTextRule, param: string): string {
  const text = given.replaceAll(/\r\n?/g, '\n').trim();
  const invalid = (message: string) => new AppError('invalid_parameter', message, { param });
  const max = CHARACTERS_MAX[rule.part];
  if (text === '') throw invalid('The text is empty: give null to have ours again.');
  if (text.length > max) throw invalid(`The text is longer than ${max} characters.`);
  if (rule.part !== 'text' && text.includes('\n')) throw invalid('It is a text of one line.');
  // Marks of direction could turn an amount around; line breaks are the only control characters of a text.
  if (/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text) || !text.isWellFormed()) {
    throw invalid('The text has characters that cannot be shown.');
  }
  checkVariables(text, rule, param);
  return text;
}

function checkVariables(text: string, rule: OwnTextRule, param: string): void {
  const known = variablesOf(rule);
  const names = variablesIn(text);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const list = known.length > 0 ? known.map((name) => `{${name}}`).join(', ') : 'none';
    const message = `{${unknown.slice(0, 40)}} is no variable of this text. It has: ${list}.`;
    throw new AppError('unknown_variable', message, {
      param,
      data: { variable: unknown.slice(0, 40), known: known.join(' ') },
    });
  }
  if (/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) {
    throw new AppError('invalid_parameter', 'A { begins the name of a variable, and a } ends it.', { param });
  }
  const missing = requiredOf(rule).find((name) => !names.includes(name));
  if (missing === undefined) return;
  const message = `The text has to say {${missing}}: shoppers rely on it.`;
  throw new AppError('missing_variable', message, { param, data: { variable: missing } });
}
