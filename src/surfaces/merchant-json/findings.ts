import type { Finding } from '../../core/audits/queries/prove.ts';

/** Writes a finding of the audit. */
export const findingJson = ({ code, rule, subject, detail, detailCode, detailValues }: Finding) => ({
  code,
  rule,
  subject,
  detail,
  detail_code: detailCode,
  detail_values: detailValues,
});
