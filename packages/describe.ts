import { readFile, writeFile } from 'node:fs/promises';
import openapiTs, { astToString } from 'openapi-typescript';
import { describeConnector } from '../src/integrations/commerce/http-connector/openapi.ts';
import { describeApi } from '../src/main/openapi.ts';
import { runTask } from '../src/main/process.ts';

const HEAD =
  '// `npm run openapi` writes this from the description of the private API, with openapi-typescript. Do not edit it.\n\n';
const PRIVATE = '/admin/api/';

export type Description = { file: string; text: string };

/** Returns what is derived from the schemas of the routes: `openapi.json`, and the types of the private API's client; and the connector's protocol. */
export async function describe(): Promise<Description[]> {
  const text = await describeApi();
  return [
    { file: 'openapi.json', text },
    { file: 'packages/admin-client/src/api.ts', text: await clientTypes(text) },
    { file: 'docs/connector.openapi.json', text: describeConnector() },
  ];
}

async function clientTypes(description: string): Promise<string> {
  const document: { openapi: string; info: object; paths: Record<string, object> } = JSON.parse(description);
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith(PRIVATE));
  // The client gives a write its key where the caller has none (packages/admin-client/src/index.ts).
  const eased = JSON.stringify(Object.fromEntries(paths), (_name, value) =>
    isKey(value) ? { ...value, required: false } : value,
  );
  const nodes = await openapiTs(JSON.stringify({ ...document, paths: JSON.parse(eased) }));
  return `${HEAD}${astToString(nodes)}`;
}

function isKey(value: unknown): value is object {
  const { in: place, name } = Object(value) as { in?: unknown; name?: unknown };
  return place === 'header' && String(name).toLowerCase() === 'idempotency-key';
}

if (import.meta.main) {
  await runTask(async () => {
    for (const { file, text } of await describe()) {
      const path = new URL(`../${file}`, import.meta.url);
      const kept = await readFile(path, 'utf8').catch(() => '');
      if (kept !== text) await writeFile(path, text);
      process.stdout.write(`${file} ${kept === text ? 'was' : 'is'} up to date.\n`);
    }
  });
}
