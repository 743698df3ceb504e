import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import * as operations from '../../../protocol/schema/admin-api/connection.ts';
import { addAskingVerb, type TypedField } from '../asking.ts';
import { formatTable, printable } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { connectionText } from './views.ts';

/** Adds the merchant's verbs for the store's connection with its commerce platform. */
export function addConnection(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'show', { operation: operations.getConnection, text: connectionText });
  addAskingVerb(verbs, 'connect', {
    operation: operations.connectPlatform,
    typed: { settings: SETTINGS },
    text: connectedText,
  });
  addAskingVerb(verbs, 'link', { operation: operations.linkPlatformApp, text: connectedText });
  addAskingVerb(verbs, 'disconnect', { operation: operations.disconnectPlatform, text: connectionText });
  addAskingVerb(verbs, 'orders', { operation: operations.setOrderTime, text: connectionText });
  addAskingVerb(verbs, 'sync', { operation: operations.syncConnection, text: connectionText });
  addAskingVerb(verbs, 'issues', {
    operation: operations.listConnectionIssues,
    text: (issues) =>
      issues.length === 0
        ? 'Nothing differs that is known.'
        : formatTable(
            ['Product', 'There', 'Why'],
            issues.map(({ product_id, standing, reason }) => [product_id, standing, printable(reason)]),
          ),
  });
}

const connectedText = (connection: operations.AdminConnection, store: Store) =>
  `Connected. Workers read its products now.\n\n${connectionText(connection, store)}`;

/** The settings come from a file, because arguments are visible in the shell's history and in the list of processes. */
const SETTINGS: TypedField = {
  options: [
    (isMandatory) =>
      new Option(
        '--settings-file <path>',
        'a JSON file with the settings of that kind, secret ones included; ./service connection show lists them',
      ).makeOptionMandatory(isMandatory),
  ],
  read: ({ settingsFile }) => readSettings(settingsFile as string),
};

const FILE_BYTES_MAX = 100_000;

function readSettings(path: string): Record<string, string> {
  const refuse = (why: string) => new AppError('invalid_parameter', `${path} ${why}.`, { param: 'settings_file' });
  const text = textOf(path, refuse);
  if (text.length > FILE_BYTES_MAX) throw refuse('holds more than settings');
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    throw refuse('is not JSON');
  }
  if (
    typeof settings === 'object' &&
    settings !== null &&
    Object.values(settings).every((one) => typeof one === 'string')
  ) {
    return settings as Record<string, string>;
  }
  throw refuse('is not an object with texts, such as {"url": "https://shop.example/connector"}');
}

function textOf(path: string, refuse: (why: string) => AppError): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unreadable'})`);
  }
}
