import { createHash } from 'node:crypto';
import { beforeEach, type TestContext } from 'vitest';

// A setup file of the projects `night` and `strikes`: where a seed is given, it runs a half of the tests, which the seed draws by their names. (It
// draws a half of the files, too.)
// What stands in one `describe` is drawn together, because its tests may follow each other.

const PARTS = 2;
const seed = process.env.TEST_SEED;

beforeEach(({ task, skip }) => {
  if (seed !== undefined && !isDrawn(`${seed} ${unitOf(task)}`)) skip();
});

function isDrawn(text: string): boolean {
  return createHash('sha256').update(text).digest().readUInt32BE() % PARTS === 0;
}

function unitOf({ name, suite, file }: TestContext['task']): string {
  let unit = name;
  for (let around = suite; around !== undefined && around !== file; around = around.suite) unit = around.name;
  return `${file.name} ${unit}`;
}
