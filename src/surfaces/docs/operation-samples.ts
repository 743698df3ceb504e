import type { Sample } from './samples.ts';

/** What a sample needs of an operation. */
type SampledOperation = {
  method: string;
  path: string;
  parameters?: { name: string; in?: string; required?: boolean }[] | undefined;
  requestBody?:
    | { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> }
    | undefined;
};

/** Makes the samples of an operation of the private API that no guide has: how it is asked with curl and with JavaScript. */
export function operationSamples(baseUrl: string, operation: SampledOperation): Sample[] {
  const { method } = operation;
  const url = `${baseUrl}${operation.path}`;
  const headers = headersOf(operation);
  const body = bodyOf(operation);
  const curl = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${headers.map(([name, value]) => `-H "${name}: ${value.shell}"`).join(' ')}`,
    ...(body ? [body.shell] : []),
    `'${url}'`,
  ].join(' \\\n  ');
  const js = [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers.map(([name, value]) => `    ${name.includes('-') ? `'${name}'` : name}: ${value.js},`),
    '  },',
    ...(body ? [`  body: ${body.js},`] : []),
    '});',
  ].join('\n');
  return [
    { language: 'sh', code: curl },
    { language: 'js', code: js },
  ];
}

type Text = { shell: string; js: string };

function headersOf({ method, parameters = [], requestBody }: SampledOperation): [name: string, value: Text][] {
  const [type] = Object.keys(requestBody?.content ?? {});
  const needsKey = method !== 'GET' && parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const all: [string, Text | undefined][] = [
    ['Authorization', { shell: 'Bearer $TOKEN', js: "'Bearer ' + process.env.TOKEN" }],
    ['Content-Type', type === undefined ? undefined : { shell: type, js: `'${type}'` }],
    ['Idempotency-Key', needsKey ? { shell: '$(uuidgen)', js: 'crypto.randomUUID()' } : undefined],
  ];
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function bodyOf({ requestBody }: SampledOperation): Text | undefined {
  const [entry] = Object.entries(requestBody?.content ?? {});
  if (entry === undefined) return undefined;
  const [type, { example, examples }] = entry;
  if (type !== 'application/json') return { shell: '--data-binary @FILE', js: "await readFile('FILE')" };
  const value = JSON.stringify(example ?? Object.values(examples ?? {})[0]?.value ?? {});
  return { shell: `-d '${value.replaceAll("'", "'\\''")}'`, js: `JSON.stringify(${value})` };
}
