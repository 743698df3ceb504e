import { join } from 'node:path';

/**
 * Third-party data is not part of the project: tests read it from the folder that TEST_DATA names.
 *
 *     test.skipIf(testData === undefined)('the export goes in whole', () => importFile(testDataFile('catalogue/a.csv')));
 */
export const testData: string | undefined = process.env.TEST_DATA || undefined;

export function testDataFile(path: string): string {
  if (testData === undefined) throw new Error('TEST_DATA names no folder');
  return join(testData, path);
}
