// `npm run bench` runs every bench/*.bench.ts in a process of its own, one after the other. Names select some of them:
// `npm run bench -- availability`. `--json FILE` writes the figures to a file. It ends with 1 if a promised figure is not reached, and
// with 3 if none was missed and the machine was too busy to judge some.
import { fork } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verdict } from '../bench/harness.ts';
import { limitVerdict } from '../bench/limits.ts';

const BUSY = 3;
const FOLDER = fileURLToPath(new URL('../bench/', import.meta.url));

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const files = (await readdir(FOLDER)).filter(
  (name) => name.endsWith('.bench.ts') && (positionals.length === 0 || positionals.some((one) => name.includes(one))),
);
console.log(
  `${files.length} benches on ${availableParallelism()} × ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}`,
);

const results = [];
let failed = files.length === 0;
for (const file of files) {
  const passed = await runBench(file);
  failed ||= !passed;
}

console.log('\nMedian of five alternating rounds each:');
for (const result of results) {
  const [figure, unit, judgement] =
    'most' in result
      ? [result.value, result.unit, limitVerdict(result)]
      : [result.ratio, `× ${result.reference.name}`, verdict(result)];
  console.log(`  ${figure.toFixed(2).padStart(7)} ${unit}: ${result.what}   ${judgement}`);
}
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
const busy = results.filter(({ isBusy }) => isBusy);
for (const { what } of busy) console.log(`too busy to judge: ${what}`);
process.exitCode = failed ? 1 : busy.length > 0 ? BUSY : 0;

function runBench(file) {
  return new Promise((resolve) => {
    const child = fork(FOLDER + file, { execArgv: [] });
    child.on('message', (result) => results.push(result));
    child.on('close', (code) => {
      if (code !== 0) console.log(`\n${file} ended with ${code}`);
      resolve(code === 0);
    });
  });
}
