import { readFile } from 'node:fs/promises';
import { describe } from '../../packages/describe.ts';
import { PROJECT } from './project.ts';

/** Checks that openapi.json and the types of the private API's client match the schemas of the routes. */
export async function checkOpenApi(): Promise<string> {
  const described = await describe();
  for (const { file, text } of described) {
    const kept = await readFile(PROJECT + file, 'utf8');
    if (kept !== text) throw new Error(`${file} does not match the schemas; run \`npm run openapi\``);
  }
  const paths = Object.keys(JSON.parse(described[0]?.text ?? '').paths);
  return `${paths.length} paths`;
}
