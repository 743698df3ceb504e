import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { parse } from 'csv-parse/sync';
import { plainCell } from '../../domain/spreadsheet.ts';
import type { FileOperation } from '../../protocol/schema/admin-api/operation.ts';
import { commandFor, defineAskingVerb, type TypedField } from './asking.ts';
import { writeFile } from './file.ts';
import type { VerbRunner } from './verb.ts';

/** Adds a verb that writes a file of CSV: to a file, to standard output, or with `--json` as a list of rows. */
export function addExportVerb(
  { noun, runner }: { noun: Command; runner: VerbRunner },
  usage: string,
  operation: FileOperation,
): void {
  const { command, inputFrom } = commandFor(noun, usage, { operation, typed: { bom: BOM } });
  command.option('--file <path>', 'write to this file instead of standard output');
  defineAskingVerb<{ file?: string }>(runner, command, async ({ askFile }, given) => {
    const { file } = given.options;
    const chunks = await askFile(operation, inputFrom(given));
    if (file !== undefined) {
      await writeFile(file, chunks, 'file');
      return { data: { file }, text: `Written to ${file}.` };
    }
    if (runner.json) return { data: rowsOf((await Readable.from(chunks).toArray()).join('')), text: '' };
    for await (const chunk of chunks) await runner.terminal.write(chunk);
    return { data: null, text: '' };
  });
}

const BOM: TypedField = {
  options: [() => new Option('--no-bom', 'without the byte order mark that Excel needs, for programs')],
  read: ({ bom }) => bom,
};

const rowsOf = (csv: string): Record<string, string>[] =>
  parse(csv, { bom: true, columns: true, cast: (cell) => plainCell(cell) });
