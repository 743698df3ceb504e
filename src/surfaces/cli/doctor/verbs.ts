import type { Command } from 'commander';
import type { Examined } from '../installation.ts';
import { formatCount, formatTable } from '../terminal.ts';
import { type Answer, defineBareVerb, type VerbRunner } from '../verb.ts';
import {
  lookAtClock,
  lookAtConnections,
  lookAtDatabase,
  lookAtPooler,
  lookAtProcesses,
  lookAtRehearsals,
  lookAtStandby,
} from './database.ts';
import { type Finding, failed, look, ok } from './finding.ts';
import {
  lookAtAddress,
  lookAtCertificate,
  lookAtDisk,
  lookAtMail,
  lookAtNode,
  lookAtProxies,
  lookAtSettings,
} from './machine.ts';
import { lookAtStores } from './stores.ts';
import { lookAtWork } from './work.ts';

/** Adds the verb that looks at everything that a person who helps would ask for. */
export function addDoctor(runner: VerbRunner, doctor: Command): void {
  defineBareVerb(runner, doctor, async () => {
    const installation = await runner.installation();
    return answerOf(await examine(await installation.examine()));
  });
}

async function examine({ settings, mistakes, database, guards, deps }: Examined): Promise<Finding[]> {
  const findings = [lookAtNode(), lookAtSettings(mistakes)];
  if (settings) {
    findings.push(lookAtAddress(settings.baseUrl), lookAtProxies(settings.admin), lookAtDisk(settings.dataDir));
    if (settings.rehearsalUrl !== undefined) findings.push(lookAtRehearsals(settings.rehearsalUrl));
    if (settings.baseUrl.startsWith('https:')) findings.push(lookAtCertificate(settings.baseUrl));
  }
  if (typeof database === 'string') {
    findings.push(look('database', () => failed(database, 'See whether it runs, and at DATABASE_URL.')));
  } else if (database) {
    findings.push(
      ...[lookAtDatabase, lookAtConnections, lookAtProcesses, lookAtPooler, lookAtStandby, lookAtClock].map((at) =>
        at(database),
      ),
    );
  }
  for (const { check, error } of guards)
    findings.push(look(check, () => (error === null ? ok('as it should be') : Promise.reject(error))));
  if (deps) findings.push(lookAtMail(deps.mail), ...lookAtWork(deps.db));
  const ofStores = deps ? await lookAtStores(deps) : [];
  const rest: Finding = {
    check: 'everything else',
    standing: 'unknown',
    says: 'It was not looked at, because of what failed above.',
    todo: 'Do first what is said of the others, then look again.',
  };
  return [...(await Promise.all(findings)), ...ofStores, ...(deps ? [] : [rest])];
}

function answerOf(findings: readonly Finding[]): Answer {
  const of = (standing: Finding['standing']) => findings.filter((one) => one.standing === standing).length;
  const table = formatTable(
    ['', 'what', 'seen'],
    findings.map(({ check, standing, says }) => [standing, check, says]),
  );
  const todos = findings.flatMap(({ check, todo }) => (todo ? [`${check}: ${todo}`] : []));
  const sum = `${of('ok')} ok, ${formatCount(of('warning'), 'warning')}, ${of('failed')} failed.`;
  const text = [table, ...(todos.length > 0 ? ['What to do:', ...todos.map((todo) => `- ${todo}`), ''] : []), sum].join(
    '\n',
  );
  return { data: { findings }, text, partly: of('failed') > 0 };
}
