import type { Command } from 'commander';
import { writeFile } from './file.ts';
import type { Answer, VerbRunner } from './verb.ts';

export type ExportOptions = { file?: string; bom: boolean };

export function addExportOptions(command: Command): Command {
  return command
    .option('--file <path>', 'write it there instead of printing it')
    .option('--no-bom', 'without the byte order mark that Excel needs, for programs');
}

/** Rows as a CSV, in a file or on standard output, or with `--json` as JSON. What is not asked for is never begun. */
export async function exported<Row>(
  { json, terminal }: VerbRunner,
  file: string | undefined,
  { csv, rows }: { csv: AsyncIterable<string>; rows: AsyncIterable<Row[]> },
): Promise<Answer> {
  if (file !== undefined) {
    await writeFile(file, csv, 'file');
    return { data: { file }, text: `Written to ${file}.` };
  }
  if (json) {
    const all: Row[] = [];
    for await (const page of rows) all.push(...page);
    return { data: all, text: '' };
  }
  for await (const chunk of csv) await terminal.write(chunk);
  return { data: null, text: '' };
}
