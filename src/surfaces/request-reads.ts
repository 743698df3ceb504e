import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Sql } from '../platform/db.ts';
import type { App } from '../platform/http.ts';
import { readingOf } from '../platform/standby.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only reads, although its method is POST: what it is asked with must not be in a URL. */
    onlyReads?: true;
  }
}

const READING = ['GET', 'HEAD'];

/**
 * Returns the database for the routes of this scope. Requests that only read are answered from a standby, if there is one that has
 * everything committed before. What they find out about who asks, before their handler, and all transactions stay with the primary.
 */
export function readFromStandby(app: App, db: Database): Database {
  if (db.standby === undefined) return db;
  const chosen = new AsyncLocalStorage<Sql>();
  app.addHook('preHandler', (request, _reply, done) => {
    const { config } = request.routeOptions;
    if (!config.onlyReads && !READING.includes(request.method)) return done();
    readingOf(db).then((sql) => chosen.run(sql, done), done);
  });
  return {
    ...db,
    query(text, values) {
      const { query } = chosen.getStore() ?? db;
      return query(text, values);
    },
  };
}
