import { openDatabase } from '../platform/db.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { registerAdminApi } from '../surfaces/admin-api/routes.ts';
import { createAnswerCache } from '../surfaces/answer-cache.ts';
import { registerOpenApi } from '../surfaces/docs/openapi.ts';
import { createRequestLimits } from '../surfaces/limits.ts';
import { registerPublicReads } from '../surfaces/public-api/routes.ts';

/** Returns the description of the public and the private API: the content of the project's `openapi.json`. */
export async function describeApi(): Promise<string> {
  const app = createHttpServer({ log: createLog('silent'), trustProxy: [] });
  await registerOpenApi(app);
  // The routes are described and never called, so this address is never used.
  const db = openDatabase({ url: 'postgres://127.0.0.1/none' });
  const limits = createRequestLimits();
  registerPublicReads(app, { db, answers: createAnswerCache(), limits });
  registerAdminApi(app, { db, limits });
  await app.ready();
  const description = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await Promise.all([app.close(), db.close()]);
  return description;
}
