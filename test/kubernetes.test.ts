import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROJECT } from './checks/project.ts';

// deploy/kubernetes.yaml against the types that Kubernetes' published API has, and against what our processes read and answer.

type Container = {
  name: string;
  command: string[];
  env?: { name: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: object;
  livenessProbe?: object;
};
type Pod = {
  containers: Container[];
  securityContext: object;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: { template?: { spec: Pod }; jobTemplate?: { spec: { template: { spec: Pod } } }; rules?: Rule[] };
};
type Rule = { host: string; http: { paths: { path: string }[] } };

const text = await readFile(`${PROJECT}deploy/kubernetes.yaml`, 'utf8');
const { items: manifests }: { items: Manifest[] } = parse(text);
const pods = manifests.flatMap(({ spec }) => (spec?.template ?? spec?.jobTemplate?.spec.template)?.spec ?? []);
const read = (path: string) => readFile(PROJECT + path, 'utf8');

/** Returns what the compiler says of manifests as literals, where a field that a type does not have is a mistake. */
function mistakesOf(documents: readonly Manifest[]): string[] {
  const file = `${PROJECT}test/manifests.ts`;
  const sources = documents.map(({ apiVersion, kind, ...rest }, index) => {
    const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
    const from = `kubernetes-types/${group.replace(/\..*/, '')}/${version}`;
    const literal = JSON.stringify({ apiVersion, kind, ...rest });
    return `import type { ${kind} as T${index} } from '${from}.d.ts'; export const m${index}: T${index} = ${literal};`;
  });
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile: read } = host;
  const source = sources.join('\n');
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? source : read(path));
  host.getSourceFile = (path, ...more) =>
    path === file ? ts.createSourceFile(path, source, ts.ScriptTarget.ESNext) : getSourceFile(path, ...more);
  const program = ts.createProgram([file], { ...options, module: ts.ModuleKind.ESNext }, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('the manifests have fields and values that Kubernetes knows', () => {
  const kinds = ['ConfigMap', 'Job', 'Deployment', 'Deployment', 'PersistentVolumeClaim', 'CronJob'];
  const ways = ['PodDisruptionBudget', 'Service', 'Ingress', 'Ingress'];
  expect(manifests.map(({ kind }) => kind)).toEqual([...kinds, ...ways]);
  expect(mistakesOf(manifests)).toEqual([]);
});

test('a field that Kubernetes does not know is found', () => {
  const wrong = { apiVersion: 'v1', kind: 'Service', spec: { prots: [] } };
  expect(mistakesOf([wrong as unknown as Manifest])).toEqual([expect.stringContaining(`'"prots"' does not exist`)]);
});

test('every process runs without rights, on a file system that it cannot write, and is given the time to end', () => {
  expect(pods.map(({ containers: [container] }) => container?.command)).toEqual([
    ...['migrate', 'serve', 'worker'].map((name) => ['node', `dist/server/${name}.js`]),
    ['sh', 'deploy/backup.sh', '/backups', ''],
  ]);
  for (const { containers, securityContext, terminationGracePeriodSeconds = 75 } of pods) {
    expect(terminationGracePeriodSeconds).toBe(75);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const one of containers) {
      expect(one.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  }
});

test('what stands still is started again, but for the jobs', () => {
  const watched = pods.flatMap(({ containers }) => containers.map(({ livenessProbe }) => livenessProbe !== undefined));
  expect(watched).toEqual([false, true, true, false]);
});

test('no Service of the namespace sets a variable of ours', () => {
  expect(pods.map(({ enableServiceLinks }) => enableServiceLinks)).toEqual([false, false, false, false]);
});

test('the variables are those that the processes read, and ports have the names that others call them by', async () => {
  const table = await read('docs/guides/operating.md');
  const ofBackups = [...(await read('deploy/backup.sh')).matchAll(/\$\{(\w+):-/g)].map(([, name]) => `\`${name}\``);
  const set = Object.keys(manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {});
  const own = pods.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env.map(({ name }) => name)));
  for (const name of [...set, ...own]) expect(`${table}${ofBackups}`).toContain(`\`${name.replace(/_FILE$/, '')}\``);
  const ports = pods.flatMap(({ containers }) => containers.flatMap((one) => one.ports ?? []));
  const named = [...text.matchAll(/(?:targetPort|port): ([a-z]\w*)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(ports.map((port) => port.name)).toContain(name);
});

test('the access log of ingress-nginx has no address that nginx.conf keeps from its logs, and has the others', async () => {
  const [, hidden = ''] =
    /location ~\* \^\/\(([\w|]+)\)\/ \{\s+access_log off;/.exec(await read('deploy/nginx.conf')) ?? [];
  const ingresses = manifests.filter(({ kind }) => kind === 'Ingress');
  const pathsOf = (isLogged: boolean) =>
    ingresses
      .filter(({ metadata: { annotations } }) => {
        return isLogged === (annotations?.['nginx.ingress.kubernetes.io/enable-access-log'] !== 'false');
      })
      .flatMap(({ spec }) => spec?.rules?.flatMap(({ host, http: { paths } }) => paths.map(({ path }) => host + path)));
  expect(pathsOf(false)).toEqual(hidden.split('|').map((name) => `preorders.example.com/${name}`));
  expect(pathsOf(true)).toEqual(['preorders.example.com/', 'portal.example.com/']);
});
