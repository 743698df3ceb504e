/** Returns the blocks of a guide in one language, such as `sh`. */
export const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map((match) => match[1] ?? '');

/** Returns the lines of the blocks in these languages, with what a backslash goes on with. */
export const commandsIn = (text: string, languages: readonly string[]): string[] =>
  languages
    .flatMap((language) => blocks(text, language))
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.trim());

/** Splits a command as a shell does, and drops comments and redirections. Returns its arguments. */
export function wordsOf(line: string): string[] {
  const found = [...line.replace(/ [<>#] .*/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  return found.map((match) => match[1] ?? match[2] ?? match[3] ?? '').slice(1);
}
