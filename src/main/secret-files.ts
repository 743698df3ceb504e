import { readFileSync } from 'node:fs';
import { SetupError } from '../platform/setup-error.ts';
import type { Environment } from './config-values.ts';

// What may stand in a file, as containers and systemd hand over secrets.
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REHEARSAL_DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'SHOPIFY_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
];
const SUFFIX = '_FILE';
const BYTES_MAX = 10_000;

/** Returns the variable that `name` gives a value to: `SECRET_KEY` for `SECRET_KEY_FILE`, and any other for itself. */
export function variableOf(name: string): string {
  const secret = name.slice(0, -SUFFIX.length);
  return name.endsWith(SUFFIX) && SECRETS.includes(secret) ? secret : name;
}

/**
 * Returns the environment with the secrets of the files that it names: `SECRET_KEY_FILE=/run/secrets/key` gives `SECRET_KEY`. Throws a
 * `SetupError` with a sentence for each file that cannot be used. No sentence repeats what a file holds.
 */
export function withSecretFiles(environment: Environment): Environment {
  const mistakes: string[] = [];
  const read = SECRETS.flatMap((name) => {
    const path = environment[name + SUFFIX]?.trim();
    if (!path) return [];
    if (environment[name]?.trim()) {
      mistakes.push(`${name} and ${name}${SUFFIX} are both set: leave one out.`);
      return [];
    }
    const text = textOf(path);
    if (text instanceof Error) mistakes.push(`${name}${SUFFIX} is ${path}, which ${text.message}.`);
    return text instanceof Error ? [] : [[name, text]];
  });
  if (mistakes.length > 0) throw new SetupError(mistakes.join('\n'));
  return read.length === 0 ? environment : { ...environment, ...Object.fromEntries(read) };
}

function textOf(path: string): string | Error {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') return new Error('is empty');
    // A secret has no control characters: this is another file, or has more lines or another encoding.
    if (/[\p{Cc}\ufffd]/u.test(text))
      return new Error('must hold one line of UTF-8 text, and has more or another encoding');
    return text.length > BYTES_MAX ? new Error(`is longer than ${BYTES_MAX} characters`) : text;
  } catch {
    return new Error('is no file that this user can read');
  }
}
