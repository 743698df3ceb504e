import { AppError } from '../domain/error.ts';
import type { App } from './app.ts';
import { nestsDeeper } from './json.ts';

/** Accepts only JSON bodies, in UTF-8 as RFC 8259 requires. Keys that could change a prototype are refused. */
export function useJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  acceptJsonAs(app, 'application/json');
}

const JSON_DEPTH_MAX = 100; // what walks through a body calls itself for each level; ours have ten at most

/** Lets the routes of this scope accept JSON that is sent under another media type. */
export function acceptJsonAs(app: App, mediaType: string): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(new AppError('invalid_json', 'The body is not UTF-8.'));
    }
    if (nestsDeeper(text, JSON_DEPTH_MAX)) {
      return done(new AppError('invalid_parameter', 'The body is nested too deeply.', { param: 'body' }));
    }
    return parseJson(request, text, done);
  });
}
