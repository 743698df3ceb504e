import { readFile } from 'node:fs/promises';
import { describePublicApi } from '../../src/main/openapi.ts';
import { PROJECT } from './project.ts';

/** openapi.json says what the routes' schemas say. */
export async function checkOpenApi(): Promise<string> {
  const [kept, fresh] = await Promise.all([readFile(`${PROJECT}openapi.json`, 'utf8'), describePublicApi()]);
  if (kept !== fresh) {
    throw new Error('openapi.json is not what the schemas say; `npm run openapi` writes it');
  }
  return `${Object.keys(JSON.parse(kept).paths).length} paths`;
}
