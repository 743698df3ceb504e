import type { Command } from 'commander';
import { AUDIT_RULES } from '../../../core/audits/all-rules.ts';
import { audit } from '../../../core/audits/commands.ts';
import { findingJson } from '../../merchant-json/findings.ts';
import { formatTable } from '../terminal.ts';
import { defineStoreVerb, type VerbRunner } from '../verb.ts';

export function addLedger(runner: VerbRunner, ledger: Command): void {
  const verb = ledger.command('audit').description('check that stock, money and notices to shoppers agree');
  defineStoreVerb(runner, verb, async (deps, { store }) => {
    const findings = await audit(deps, store.id);
    const rules = Object.keys(AUDIT_RULES).length;
    const data = { store: store.slug, rules, findings: findings.map(findingJson) };
    if (findings.length === 0) {
      return { data, text: `The books of ${store.slug} are correct: ${rules} rules checked, no finding.` };
    }
    const rows = findings.map((finding) => [finding.rule, finding.subject, finding.detail]);
    return { data, text: formatTable(['Broken rule', 'Where', 'What'], rows), partly: true };
  });
}
