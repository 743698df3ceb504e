import type { Command } from 'commander';
import { auditBooks } from '../../../protocol/schema/admin-api/payments.ts';
import { addAskingVerb } from '../asking.ts';
import { formatTable } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

export function addLedger(runner: VerbRunner, noun: Command): void {
  addAskingVerb({ noun, runner }, 'audit', {
    operation: auditBooks,
    text({ store, rules, findings }) {
      if (findings.length === 0) return `The books of ${store} are correct: ${rules} rules checked, no finding.`;
      const rows = findings.map(({ rule, subject, detail }) => [rule, subject, detail]);
      return formatTable(['Broken rule', 'Where', 'What'], rows);
    },
    isPartly: ({ findings }) => findings.length > 0,
  });
}
