import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cruiseProject } from './checks/boundaries.ts';

describe('finds planted violations', () => {
  // Each has one import: the rule that it breaks, the importing file and the imported one.
  const planted: [rule: string, from: string, imports: string][] = [
    ['domain-is-pure', 'src/domain/reader.ts', 'node:fs'],
    ['domain-is-pure', 'src/domain/fetcher.ts', 'node:net'],
    ['domain-is-pure', 'src/domain/database.ts', '../platform/db.ts'],
    ['wire-imports-nothing', 'src/protocol/wire/errors.ts', '../../domain/error.ts'],
    ['schema-imports-typebox', 'src/protocol/schema/errors.ts', '../../domain/error.ts'],
    ['platform-knows-no-business', 'src/platform/stock.ts', '../core/stock/queries.ts'],
    ['integrations-know-domain-and-platform', 'src/integrations/mail/stock.ts', '../../core/stock/queries.ts'],
    ['messages-are-texts', 'src/messages/errors.ts', '../domain/error.ts'],
    ['core-sees-ports-not-adapters', 'src/core/payments/pay.ts', '../../integrations/payments/test-provider.ts'],
    ['stores-calls-downwards', 'src/core/stores/close.ts', '../waitlists/commands.ts'],
    ['stock-calls-downwards', 'src/core/stock/place.ts', '../preorders/commands/place.ts'],
    ['nouns-are-in-the-list', 'src/main/new.ts', '../core/novelty/commands.ts'],
    ['core-sees-ports-not-adapters', 'src/core/preorders/page.ts', '../../surfaces/page.ts'],
    ['surfaces-are-apart', 'src/surfaces/frames/letter.ts', '../mails/write.ts'],
    ['surfaces-share-little', 'src/surfaces/shared.ts', './mails/write.ts'],
    ['nothing-imports-main', 'src/core/stores/start.ts', '../../main/config.ts'],
    ['sdk-has-no-dependency', 'src/browser/sdk/draw.ts', '../ui/field.ts'],
    ['frames-see-wire-and-ui', 'src/browser/frames/checkout/rule.ts', '../../../domain/error.ts'],
    ['frames-see-wire-and-ui', 'src/browser/frames/checkout/file.ts', 'node:fs'],
    ['placements-have-no-dependency', 'src/browser/frames/button/draw.ts', '../../ui/field.ts'],
    ['browser-takes-types-of-schemas', 'src/browser/sdk/schema.ts', '../../protocol/schema/envelope.ts'],
    ['server-never-imports-browser', 'src/surfaces/frames/sdk.ts', '../../browser/sdk/draw.ts'],
    ['packages-carry-nothing', 'packages/react/src/rule.ts', '../../../src/domain/error.ts'],
    ['packages-carry-nothing', 'packages/loader/src/button.ts', '../../react/src/rule.ts'],
    ['packages-take-types-of-the-wire', 'packages/loader/src/run.ts', '../../../src/protocol/wire/errors.ts'],
    ['stand-in-knows-no-service', 'packages/stripe-stand-in/src/store.ts', '../../../src/platform/db.ts'],
    [
      'only-main-starts-the-stand-in',
      'src/integrations/payments/stripe/fake.ts',
      '../../../../packages/stripe-stand-in/src/index.ts',
    ],
    [
      'only-main-starts-the-stand-in',
      'src/surfaces/operator/fake.ts',
      '../../../packages/stripe-stand-in/src/index.ts',
    ],
    ['the-product-stands-alone', 'src/platform/fake.ts', '../../test/support/fake.ts'],
    ['no-circular', 'src/domain/one.ts', './other.ts'],
    ['no-circular', 'src/domain/first-type.ts', './second-type.ts'],
    ['not-to-unresolvable', 'src/domain/lost.ts', './nowhere.ts'],
  ];
  // The imported files. None of them breaks a rule.
  const targets = [
    'src/platform/db.ts',
    'src/domain/error.ts',
    'src/core/stock/queries.ts',
    'src/integrations/payments/test-provider.ts',
    'src/core/waitlists/commands.ts',
    'src/core/preorders/commands/place.ts',
    'src/core/novelty/commands.ts',
    'src/main/config.ts',
    'src/surfaces/page.ts',
    'src/surfaces/mails/write.ts',
    'src/browser/ui/field.ts',
    'src/protocol/schema/envelope.ts',
    'packages/stripe-stand-in/src/index.ts',
    'test/support/fake.ts',
  ];
  let folder: string;
  let violations: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
    await Promise.all(targets.map((path) => plant(path, 'export const thing = 1;\n')));
    await Promise.all(planted.map(([, from, imports]) => plant(from, `import '${imports}';\n`)));
    await plant('src/domain/other.ts', "import './one.ts';\n");
    await plant('src/domain/second-type.ts', "import type { thing } from './first-type.ts';\n");
    // Allowed imports: a downward command, the queries of any noun, a file that all surfaces share, a type of a schema.
    await plant('src/core/preorders/good.ts', "import '../stock/queries.ts';\nimport '../waitlists/commands.ts';\n");
    await plant('src/core/stores/good.ts', "import '../stock/queries.ts';\nimport '../../domain/error.ts';\n");
    await plant('src/surfaces/frames/good.ts', "import '../page.ts';\nimport '../../core/stock/queries.ts';\n");
    await plant('src/browser/sdk/good.ts', "import type { thing } from '../../protocol/schema/envelope.ts';\n");
    await plant('src/main/good.ts', "import '../../packages/stripe-stand-in/src/index.ts';\n");
    await plant('packages/stripe-stand-in/src/good.ts', "import 'node:http';\nimport './index.ts';\n");
    await plant('packages/react/src/good.ts', "import type { thing } from '../../../src/protocol/wire/errors.ts';\n");
    ({ violations } = await cruiseProject(folder));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function plant(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  test.each(planted)('%s: %s imports %s', (rule, from) => {
    expect(violations.filter((line) => line.startsWith(`${from} → `) && line.includes(`(${rule}:`))).not.toEqual([]);
  });

  test('and reports no allowed import', () => {
    expect(violations.filter((line) => line.includes('good.ts'))).toEqual([]);
  });
});
