import { expect, test } from 'vitest';
import { unboundPackages } from './checks/versions.ts';

const version = '1.0.0';
const integrity = `sha512-${'A'.repeat(86)}==`;

test('a lockfile without the hash of a package is refused, and so is one that names an address', () => {
  const packages = {
    '': { version },
    'node_modules/bound': { version, integrity },
    'node_modules/free': { version },
    'node_modules/old': { version, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'node_modules/bound/node_modules/far': { version, integrity, resolved: 'https://registry.example/far.tgz' },
  };
  expect(unboundPackages(packages)).toEqual([
    expect.stringMatching(/node_modules\/free has no hash/),
    expect.stringMatching(/node_modules\/old has no hash/),
    expect.stringMatching(/node_modules\/far names an address/),
  ]);
});
