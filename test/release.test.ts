import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newsOf, writeNotes } from '../deploy/release.ts';
import { readReport } from '../deploy/vulnerabilities.ts';

describe('the notes of a release', () => {
  test('have the news, the sum of each file, and a signature that another byte breaks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'release-'));
    const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
    await mkdir(join(folder, 'packages'));
    await writeFile(join(folder, 'service.tar.gz'), 'abc');
    await writeFile(join(folder, 'packages/loader.tgz'), '');
    try {
      const release = { version: '0.2.0', news: '- Faster.', commit: 'c0ffee', key };
      const notes = await readFile(await writeNotes(folder, release));
      expect(notes.toString().split('\n').filter(Boolean)).toEqual([
        '# 0.2.0',
        'Made from the commit c0ffee.',
        '- Faster.',
        '## Files',
        '```text',
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  packages/loader.tgz',
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  service.tar.gz',
        '```',
      ]);
      const signature = await readFile(join(folder, 'RELEASE.md.sig'));
      expect(verify(null, notes, publicKey, signature)).toBe(true);
      expect(verify(null, Buffer.from(notes.toString().replace('Faster', 'Slower')), publicKey, signature)).toBe(false);
      const again = await readFile(await writeNotes(folder, release));
      expect(again.equals(notes), 'the notes are no file of themselves').toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('are those of this version, which is released', () => {
    const changelog = '# Changelog\n\n## 0.2.0 (2027-01-05)\n\n- B.\n\n## 0.1.0 (unreleased)\n\n- A.\n';
    expect(newsOf(changelog, '0.2.0')).toBe('- B.');
    expect(() => newsOf(changelog, '0.1.0')).toThrow('calls 0.1.0 unreleased');
    expect(() => newsOf(changelog, '0.2')).toThrow('has no section');
  });
});

describe('known vulnerabilities', () => {
  test('are read from what npm prints', () => {
    const vulnerabilities = {
      minimist: {
        name: 'minimist',
        severity: 'critical',
        via: [
          {
            source: 1097678,
            title: 'Prototype Pollution in minimist',
            url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h',
          },
        ],
        effects: ['mkdirp'],
        range: '<0.2.4',
        nodes: ['node_modules/minimist'],
        fixAvailable: true,
      },
      mkdirp: {
        name: 'mkdirp',
        severity: 'critical',
        via: ['minimist'],
        effects: [],
        range: '*',
        nodes: [],
        fixAvailable: false,
      },
    };
    expect(readReport(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
      asked: true,
      found: [
        { name: 'minimist', severity: 'critical', titles: ['Prototype Pollution in minimist'], hasFix: true },
        { name: 'mkdirp', severity: 'critical', titles: ['brought by minimist'], hasFix: false },
      ],
    });
    expect(readReport('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ asked: true, found: [] });
  });

  // As npm printed it where the registry has no such service, and where there was no network.
  test.each([
    [
      '{"message":"405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk","error":{"summary":"","detail":""}}',
      '405',
    ],
    [
      '{"error":{"code":"ENOTFOUND","summary":"request failed","detail":"This is a problem related to network connectivity."}}',
      'network',
    ],
    ['<html>Bad gateway</html>', 'Bad gateway'],
    ['', 'npm printed nothing'],
  ])('are unknown where nothing answered: %s', (printed, why) => {
    expect(readReport(printed)).toEqual({ asked: false, why: expect.stringContaining(why) });
  });
});
