import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { parse as parseYaml } from 'yaml';

/** A query, and where it stands. */
export type Query = { where: string; text: string };

type Matcher = { label: string; operator: string; value: string };

/** What a query names: metrics with the labels that it selects by, and the labels by which it groups. */
export type Named = { selectors: { metric: string; matchers: Matcher[] }[]; grouped: string[] };

const PROJECT = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, PROJECT), 'utf8');

type Panel = { title: string; targets?: { expr: string }[] };
type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };

/** Reads the queries of the dashboard, of the alert rules, and of the blocks `promql` in the guide. */
export async function readQueries(): Promise<Query[]> {
  const { panels } = JSON.parse(await read('deploy/watch/dashboard.json')) as { panels: Panel[] };
  const { groups } = parseYaml(await read('deploy/watch/alerts.yaml')) as Rules;
  const guide = await read('docs/guides/watching.md');
  return [
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `panel ${title}`, text: expr })),
    ),
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ where: `alert ${alert}`, text: expr }))),
    ...[...guide.matchAll(/```promql\n(.*?)```/gs)].map(([, text = '']) => ({ where: 'the guide', text })),
  ];
}

/** Parses a query with the grammar of Prometheus' own editor. Throws where it is none. */
export function parseQuery({ where, text }: Query): Named {
  const named: Named = { selectors: [], grouped: [] };
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  parser.parse(text).iterate({
    enter({ type, node, from }) {
      if (type.isError) throw new Error(`${where} is no query at character ${from}: ${text}`);
      if (type.name === 'VectorSelector') {
        const metric = node.getChild('Identifier');
        named.selectors.push({ metric: metric ? textOf(metric) : '', matchers: [] });
      }
      if (type.name === 'GroupingLabels') named.grouped.push(...node.getChildren('LabelName').map(textOf));
      if (type.name === 'UnquotedLabelMatcher') {
        const [label, operator, value] = [node.firstChild, node.firstChild?.nextSibling, node.lastChild];
        if (!label || !operator || !value) throw new Error(`${where} has an odd matcher: ${text}`);
        const matcher = { label: textOf(label), operator: textOf(operator), value: textOf(value).slice(1, -1) };
        named.selectors.at(-1)?.matchers.push(matcher);
      }
    },
  });
  return named;
}
