import { type Html, html, trustedHtml } from '../../platform/html.ts';
import { PUBLIC_API } from '../../protocol/schema/public-api.ts';
import { type Field, fieldList, fieldsWithin, type Schema, type Schemas } from './fields.ts';
import { type Heading, type Passage, type Rendered, renderInline, samplesIn, samplesMarkup } from './markdown.ts';
import type { Sample } from './samples.ts';

/** The part of `openapi.json` that the reference shows. */
export type OpenApi = {
  info: { description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
};

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; description?: string; required?: boolean; schema: Schema }[];
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
};

type Shown = { schemas: Schemas; inline: (text: string) => string; samples: readonly OperationSamples[] };

type Placed = { path: string; method: string; operation: Operation };

/** How an operation is asked, in each language, and what it answers. */
type OperationSamples = { path: string; asked: readonly Sample[]; answer: Sample | undefined };

type ReferenceSources = {
  document: OpenApi;
  /** The guides whose samples the reference shows. Tests run them. */
  guides: readonly string[];
  addressOf: (href: string) => string | null;
};

/** Renders the API reference from the description of the API. */
export function renderReference({ document, guides, addressOf }: ReferenceSources): Rendered {
  const inline = (text: string) => renderInline(text, addressOf);
  const shown: Shown = { schemas: document.components.schemas, inline, samples: guides.flatMap(samplesOf) };
  const operations: Placed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const [lead = '', ...more] = (document.info.description ?? '').split('\n\n');
  const headings: Heading[] = operations.map(({ operation }) => ({
    id: operation.operationId,
    depth: 2,
    text: operation.summary,
  }));
  const passages: Passage[] = operations.map(({ path, method, operation }) => ({
    id: operation.operationId,
    title: `${method} ${path}`,
    text: [
      operation.summary,
      ...(operation.parameters ?? []).map((each) => `${each.name}: ${each.description ?? ''}`),
    ].join(' '),
  }));
  return {
    title: 'API reference',
    lead,
    headings,
    passages: [{ id: '', title: 'API reference', text: lead }, ...passages],
    markup: html`<p>${trustedHtml(inline(lead))}</p>
${more.map((paragraph) => html`<p>${trustedHtml(inline(paragraph))}</p>`)}
<p>Programs read <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${operations.map((each) => operationSection(each, shown))}`.markup,
  };
}

function operationSection({ path, method, operation }: Placed, shown: Shown): Html {
  const { operationId: id, summary, tags, parameters = [] } = operation;
  const { asked = [], answer } = shown.samples.find((one) => isAt(path, one.path)) ?? {};
  const fields: Field[] = parameters.map(({ name, description = '', required, schema }) => ({
    name,
    schema,
    description,
    isRequired: required === true,
  }));
  return html`<section class="operation" aria-labelledby="${id}">
<div class="said"><p class="shelf">${tags[0]}</p><h2 id="${id}"><a href="#${id}">${summary}</a></h2>
<p class="route"><span class="method">${method}</span> <code>${path}</code></p>
${fields.length > 0 && html`<h3>Parameters</h3>${fieldList(fields, shown)}`}
${answerFields(operation, shown)}
<h3>Refusals</h3>${refusals(operation, shown)}</div>
<div class="shown">${asked.length > 0 && trustedHtml(samplesMarkup(asked, `ask-${id}`))}
${answer && html`<p class="answer-name">Answer</p>${trustedHtml(samplesMarkup([answer], `answer-${id}`))}`}
${tags[0] === PUBLIC_API && tryForm(path, operation)}</div>
</section>`;
}

function answerFields({ responses }: Operation, shown: Shown): Html {
  const { description = '', content } = responses['200'] ?? {};
  const data = content?.['application/json']?.schema.properties?.data ?? {};
  return html`<h3>Answer</h3><p>${trustedHtml(shown.inline(description))} These fields are in <code>data</code>:</p>
${fieldList(fieldsWithin(data, shown.schemas), shown)}`;
}

/** Lists the statuses besides 200, with a link for each code. */
function refusals({ responses }: Operation, { inline }: Shown): Html {
  const others = Object.entries(responses).filter(([status]) => status !== '200');
  const withLinks = (text: string) =>
    inline(text).replaceAll(/<code>([a-z_]+)<\/code>/g, '<a href="/docs/errors#$1"><code>$1</code></a>');
  return html`<dl class="statuses">${others.map(
    ([status, { description }]) => html`<div><dt>${status}</dt><dd>${trustedHtml(withLinks(description))}</dd></div>`,
  )}</dl>`;
}

/** A form that asks this service. Without scripts the answer opens in a tab of its own. */
function tryForm(path: string, { operationId, parameters = [] }: Operation): Html {
  return html`<details class="try"><summary>Try it</summary>
<form method="get" action="${path}" target="_blank" data-try>
${parameters.map(
  ({ name }) =>
    html`<label for="${operationId}-${name}">${name}</label><input id="${operationId}-${name}" name="${name}" required spellcheck="false" autocomplete="off" autocapitalize="none">`,
)}
<button type="submit">Send</button>
</form><div class="tried" role="status"></div></details>`;
}

/** Finds in a guide the samples that ask an operation, and the JSON after them. */
function samplesOf(guide: string): OperationSamples[] {
  const sets = samplesIn(guide);
  return sets.flatMap((asked, index) => {
    const path = /^curl .*?(\/(?:admin\/)?api\/v1\/[^?'\s]+)/.exec(asked[0]?.code ?? '')?.[1];
    const answer = sets[index + 1]?.[0];
    return path === undefined ? [] : [{ path, asked, answer: answer?.language === 'json' ? answer : undefined }];
  });
}

/** Says whether a sample's path is an operation's, which may hold names in braces. */
function isAt(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at]);
}
