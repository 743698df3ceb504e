import { openDatabase } from '../platform/db.ts';
import { createHttpServer } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { tokenAuthentication } from '../surfaces/admin-api/authenticate.ts';
import { registerAdminApi } from '../surfaces/admin-api/routes.ts';
import { createAnswerCache } from '../surfaces/answer-cache.ts';
import type { Deps } from '../surfaces/deps.ts';
import { registerOpenApi } from '../surfaces/docs/openapi.ts';
import { createRequestLimits } from '../surfaces/limits.ts';
import { registerPublicReads } from '../surfaces/public-api/routes.ts';

/** Returns the description of the public and the private API: the content of the project's `openapi.json`. */
export async function describeApi(): Promise<string> {
  const app = createHttpServer({ log: createLog('silent'), trustProxy: [] });
  await registerOpenApi(app);
  // The routes are described and never called, so this address is never used, and the other dependencies are not needed.
  const db = openDatabase({ url: 'postgres://127.0.0.1/none' });
  const described: Partial<Deps> = { db, answers: createAnswerCache(), limits: createRequestLimits() };
  const deps = described as Deps;
  registerPublicReads(app, deps);
  registerAdminApi(app, deps, { authenticate: tokenAuthentication(deps) });
  await app.ready();
  const description = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await Promise.all([app.close(), db.close()]);
  return description;
}
