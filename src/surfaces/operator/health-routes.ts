import { AppError } from '../../domain/error.ts';
import { pingDatabase } from '../../platform/db.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';

// A load balancer checks every few seconds with a time-out of one or two seconds.
const READY_MS_MAX = 2_000;

/** Registers `/health/live` (this process answers) and `/health/ready` (it can serve, which needs the database). */
export function registerHealthRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get('/health/live', (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ meta: { result: 'success' }, data: { status: 'live' } });
  });
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    await pingDatabase(db, READY_MS_MAX).catch((error: unknown) => {
      throw new AppError('unavailable', 'The database does not answer.', { detail: String(error) });
    });
    return { meta: { result: 'success' }, data: { status: 'ready' } };
  });
}
