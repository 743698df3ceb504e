import Type from 'typebox';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';

/** Describes a body that is a file of one of these types. */
export const fileBody = (types: readonly string[]) => ({
  content: Object.fromEntries(
    types.map((type) => [type, { schema: Type.Unsafe<Buffer>({ description: 'The bytes of the file.' }) }]),
  ),
});

/** Makes the routes of this scope take a file of one of these types as their body, and nothing else. */
export function acceptFiles(scope: App, types: readonly string[], bytesMax: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: bytesMax }, (_request, body, done) =>
    done(null, body),
  );
  scope.addContentTypeParser('*', (_request, _body, done) =>
    done(new AppError('unsupported_media_type', `The body must be a file: ${types.join(', ')}.`)),
  );
}
