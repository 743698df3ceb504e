import { execFile } from 'node:child_process';
import { PROJECT } from '../src/platform/project.ts';

/** A library with a flaw that the registry knows. `severity`: info, low, moderate, high or critical. */
export type Vulnerable = { name: string; severity: string; titles: string[]; hasFix: boolean };

/** What the registry answered; `asked: false` with its own words where it answered nothing. */
export type Findings = { asked: true; found: Vulnerable[] } | { asked: false; why: string };

type Report = {
  message?: string;
  error?: { summary?: string; detail?: string };
  vulnerabilities?: Record<
    string,
    { name: string; severity: string; via: (string | { title: string })[]; fixAvailable: unknown }
  >;
};

const FOUND = 1;
const NOT_ASKED = 2;

if (import.meta.main) process.exitCode = show(readReport(await audit()));

/** Runs `npm audit` over the libraries that the service ships. It answers JSON with every exit code. */
function audit(): Promise<string> {
  const args = ['audit', '--omit=dev', '--json'];
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: PROJECT, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout));
  });
}

/** Reads what `npm audit --json` printed. */
export function readReport(text: string): Findings {
  const report = parse(text);
  if (!report?.vulnerabilities) {
    const why = report?.error?.detail || report?.error?.summary || report?.message || text.trim().slice(0, 200);
    return { asked: false, why: why || 'npm printed nothing' };
  }
  const found = Object.values(report.vulnerabilities).map(({ name, severity, via, fixAvailable }) => ({
    name,
    severity,
    // A name stands for another library of the list, which brings the flaw.
    titles: via.map((one) => (typeof one === 'string' ? `brought by ${one}` : one.title)),
    hasFix: Boolean(fixAvailable),
  }));
  return { asked: true, found };
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}

function show(findings: Findings): number {
  if (!findings.asked) {
    console.error(`Nothing was checked: the registry did not answer the question (${findings.why}).`);
    console.error('Ask another registry, or give sbom.cdx.json of the archive to a scanner that reads CycloneDX.');
    return NOT_ASKED;
  }
  const { found } = findings;
  for (const { name, severity, titles, hasFix } of found) {
    console.log(`${severity}: ${name} (${hasFix ? 'there is a fix' : 'there is no fix yet'})`);
    for (const title of titles) console.log(`    ${title}`);
  }
  if (found.length === 0) console.log('The registry knows of no vulnerability in the libraries that are shipped.');
  return found.length === 0 ? 0 : FOUND;
}
