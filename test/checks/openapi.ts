import { readFile } from 'node:fs/promises';
import { describeApi } from '../../src/main/openapi.ts';
import { PROJECT } from './project.ts';

/** Checks that openapi.json matches the schemas of the routes. */
export async function checkOpenApi(): Promise<string> {
  const [kept, fresh] = await Promise.all([readFile(`${PROJECT}openapi.json`, 'utf8'), describeApi()]);
  if (kept !== fresh) {
    throw new Error('openapi.json does not match the schemas; run `npm run openapi`');
  }
  return `${Object.keys(JSON.parse(kept).paths).length} paths`;
}
