import { readdir } from 'node:fs/promises';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';
import { PROJECT, projectFiles } from './project.ts';

const FOLDERS = ['src', 'test', 'bench', 'demo', 'bootstrap', 'deploy', 'packages'];
// With the wrong folder, or a TypeScript version that it cannot use, the cruiser sees no module and passes.
const MODULES_MIN = 250;

/** Checks the imports against the rules of ARCHITECTURE.md, and that the cruiser saw every code file. */
export async function checkBoundaries(): Promise<string> {
  const inFolders = new RegExp(`^(${FOLDERS.join('|')})/.*\\.(m?ts|tsx|mjs)$`);
  const files = (await projectFiles()).filter((path) => inFolders.test(path));
  const { modules, violations } = await cruiseProject(PROJECT);
  const seen = new Set(modules);
  const unseen = files.filter((file) => !seen.has(file));
  if (unseen.length > 0) throw new Error(`dependency-cruiser did not see:\n${unseen.join('\n')}`);
  if (files.length < MODULES_MIN) throw new Error(`only ${files.length} modules seen, expected ${MODULES_MIN} or more`);
  if (violations.length > 0) throw new Error(violations.join('\n'));
  return `${files.length} modules`;
}

/** Returns the modules of a project, and one line for each import that breaks a rule. */
export async function cruiseProject(baseDir: string): Promise<{ modules: string[]; violations: string[] }> {
  const present = await readdir(baseDir);
  const { forbidden, options } = importRules;
  const { output } = await cruise(
    FOLDERS.filter((folder) => present.includes(folder)),
    { ...options, baseDir, ruleSet: { forbidden }, validate: true },
  );
  const { modules, summary } = output as ICruiseResult;
  return {
    modules: modules.map(({ source }) => source),
    violations: summary.violations.map(({ rule, from, to }) => `${from} → ${to}  (${rule.name}: ${why(rule.name)})`),
  };
}

function why(ruleName: string): string {
  return importRules.forbidden.find(({ name }) => name === ruleName)?.comment ?? '';
}
