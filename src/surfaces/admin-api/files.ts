import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import { validatorCompiler } from '../../platform/validation.ts';

/** Describes a body that is a file of one of these types. */
export const fileBody = (types: readonly string[]) => ({
  content: Object.fromEntries(
    types.map((type) => [type, { schema: Type.Unsafe<Buffer>({ description: 'The bytes of the file.' }) }]),
  ),
});

/** Makes the routes of this scope take a file of one of these types as their body, and nothing else. */
export function acceptFiles(scope: App, types: readonly string[], bytesMax: number): void {
  acceptOnly(scope, types);
  scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: bytesMax }, (_request, body, done) =>
    done(null, body),
  );
}

/** Makes the routes of this scope take a large file, which the handler reads as a stream. */
export function acceptStream(scope: App, types: readonly string[]): void {
  acceptOnly(scope, types);
  scope.addContentTypeParser([...types], (_request, payload, done) => done(null, payload));
}

function acceptOnly(scope: App, types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  // A file is no JSON to check; the rest of the request is checked as everywhere.
  scope.setValidatorCompiler((part) =>
    part.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(part),
  );
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new AppError('unsupported_media_type', `The body must be a file: ${types.join(', ')}.`)),
  );
}
