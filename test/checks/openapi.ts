import { readFile } from 'node:fs/promises';
import { describePublicApi } from '../../src/main/openapi.ts';
import { PROJECT } from './project.ts';

/** openapi.json says what the routes' schemas say. */
export async function checkOpenApi(): Promise<string> {
  const [kept, fresh] = await Promise.all([readFile(`${PROJECT}openapi.json`, 'utf8'), describePublicApi()]);
  if (kept !== fresh) {
    throw new Error(
      'openapi.json is not what the schemas say; "node src/main/openapi.ts" (Node 22.18 or newer) writes it',
    );
  }
  return `${Object.keys(JSON.parse(kept).paths).length} paths`;
}
