import type { Command } from 'commander';
import { csvOf, type Sheet } from '../csv.ts';
import { writeFile } from './file.ts';
import type { Answer, VerbRunner } from './verb.ts';

export type ExportOptions = { file?: string; bom: boolean };

export function addExportOptions(command: Command): Command {
  return command
    .option('--file <path>', 'write to this file instead of standard output')
    .option('--no-bom', 'without the byte order mark that Excel needs, for programs');
}

/** Writes rows as CSV to a file or to standard output, or returns them as JSON with `--json`. */
export async function writeExport<Column extends string>(
  { json, terminal }: VerbRunner,
  { file, bom }: ExportOptions,
  sheet: Sheet<Column>,
): Promise<Answer> {
  if (file !== undefined) {
    await writeFile(file, csvOf(sheet, { bom }), 'file');
    return { data: { file }, text: `Written to ${file}.` };
  }
  if (json) {
    const all: Record<Column, string>[] = [];
    for await (const page of sheet.pages) all.push(...page);
    return { data: all, text: '' };
  }
  for await (const chunk of csvOf(sheet, { bom })) await terminal.write(chunk);
  return { data: null, text: '' };
}
