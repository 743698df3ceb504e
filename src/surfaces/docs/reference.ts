import { type Html, html, trustedHtml } from '../../platform/html.ts';
import { PUBLIC_API } from '../../protocol/schema/public-api.ts';
import { type Field, fieldList, fieldsWithin, type Schema, type Schemas } from './fields.ts';
import { type Heading, type Passage, type Rendered, renderInline, samplesIn, samplesMarkup } from './markdown.ts';
import { operationSamples } from './operation-samples.ts';
import { type ReferencePage, referencePages } from './reference-pages.ts';
import type { Sample } from './samples.ts';

/** The part of `openapi.json` that the reference shows. */
export type OpenApi = {
  info: { description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas; responses: Record<string, Response> };
};

type Response = { description: string; content?: Record<string, { schema: Schema }> };

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; description?: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  /** The refusals are references to `components.responses`. */
  responses: Record<string, Response | { $ref: string }>;
};

type ReferenceContext = {
  baseUrl: string;
  schemas: Schemas;
  responses: Record<string, Response>;
  inline: (text: string) => string;
  samples: readonly OperationSamples[];
};

type Placed = { path: string; method: string; operation: Operation };

/** How an operation is asked, in each language, and what it answers. */
type OperationSamples = { method: string; path: string; asked: readonly Sample[]; answer: Sample | undefined };

type ReferenceSources = {
  /** The address of this service, for samples. */
  baseUrl: string;
  document: OpenApi;
  /** The guides whose samples the reference shows. Tests run them. */
  guides: readonly string[];
  addressOf: (href: string) => string | null;
};

/** A page of the reference, with its name in addresses. */
export type ReferenceGuide = { slug: string; about: string; rendered: Rendered };

/** Renders the API reference from the description of the API: the public API at `root`, the private one in pages below it. */
export function renderReference(
  root: string,
  { baseUrl, document, guides, addressOf }: ReferenceSources,
): ReferenceGuide[] {
  const inline = (text: string) => renderInline(text, addressOf);
  const context: ReferenceContext = { ...document.components, baseUrl, inline, samples: guides.flatMap(samplesOf) };
  const operations: Placed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const [first, ...parts] = referencePages(root, operations);
  if (first === undefined) return [];
  const introduction = introductionOf(document.info.description ?? '', parts, inline);
  return [
    referenceGuide(first, introduction, context),
    ...parts.map((page) => referenceGuide(page, undefined, context)),
  ];
}

type Introduction = { lead: string; markup: Html };

/** What the first page says before its operations: the description of the API, and where the private API's pages are. */
function introductionOf(
  description: string,
  parts: readonly ReferencePage<Placed>[],
  inline: (text: string) => string,
): Introduction {
  const [lead = '', ...more] = description.split('\n\n');
  return {
    lead,
    markup: html`<p>${trustedHtml(inline(lead))}</p>
${more.map((paragraph) => html`<p>${trustedHtml(inline(paragraph))}</p>`)}
<p>Programs read <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2 id="private">The private API</h2>
<ul>${parts.map(
      ({ slug, title, operations }) =>
        html`<li><a href="/docs/${slug}">${title}</a> (${String(operations.length)} operations)</li>`,
    )}</ul>`,
  };
}

function referenceGuide(
  { slug, title, about, operations }: ReferencePage<Placed>,
  introduction: Introduction | undefined,
  context: ReferenceContext,
): ReferenceGuide {
  const lead = introduction?.lead ?? about;
  const headings: Heading[] = operations.map(({ operation }) => ({
    id: operation.operationId,
    depth: 2,
    text: operation.summary.replaceAll('`', ''), // it is shown as it is
  }));
  const sections = operations.map((each) => operationSection(each, context));
  return {
    slug,
    about,
    rendered: {
      title,
      lead,
      headings: introduction ? [{ id: 'private', depth: 2, text: 'The private API' }, ...headings] : headings,
      passages: [{ id: '', title, text: lead }, ...operations.map(passageOf)],
      markup:
        html`${introduction?.markup ?? html`<p>${lead} A server asks it with a token: see <a href="/docs/private-api">the guide</a>.</p>`}
${sections}`.markup,
    },
  };
}

function passageOf({ path, method, operation }: Placed): Passage {
  const parameters = operation.parameters ?? [];
  return {
    id: operation.operationId,
    title: `${method} ${path}`,
    text: [operation.summary, ...parameters.map((each) => `${each.name}: ${each.description ?? ''}`)].join(' '),
  };
}

function operationSection({ path, method, operation }: Placed, context: ReferenceContext): Html {
  const { operationId: id, summary, tags, parameters = [] } = operation;
  const inGuide = context.samples.find((one) => one.method === method && isAt(path, one.path));
  const asked = inGuide?.asked ?? operationSamples(context.baseUrl, { method, path, ...operation });
  const fields: Field[] = parameters.map(({ name, description = '', required, schema }) => ({
    name,
    schema,
    description,
    isRequired: required === true,
  }));
  return html`<section class="operation" aria-labelledby="${id}">
<div class="said"><p class="shelf">${tags[0]}</p><h2 id="${id}"><a href="#${id}">${trustedHtml(context.inline(summary))}</a></h2>
<p class="route"><span class="method">${method}</span> <code>${path}</code></p>
${fields.length > 0 && html`<h3>Parameters</h3>${fieldList(fields, context)}`}
${bodyFields(operation, context)}
${answerFields(operation, context)}
<h3>Refusals</h3>${refusals(operation, context)}</div>
<div class="shown">${trustedHtml(samplesMarkup(asked, `ask-${id}`))}
${inGuide?.answer && html`<p class="answer-name">Answer</p>${trustedHtml(samplesMarkup([inGuide.answer], `answer-${id}`))}`}
${tags[0] === PUBLIC_API && tryForm(path, operation)}</div>
</section>`;
}

/** The fields of a JSON body; a body of another type is a file. */
function bodyFields({ requestBody }: Operation, context: ReferenceContext): Html | false {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return false;
  return html`<h3>Body</h3>${fieldList(fieldsWithin(schema, context.schemas), context)}`;
}

function answerFields(operation: Operation, context: ReferenceContext): Html {
  const answer = responsesOf(operation, context).find(([status]) => status.startsWith('2'));
  const { description = '', content } = answer?.[1] ?? {};
  const data = content?.['application/json']?.schema.properties?.data ?? {};
  return html`<h3>Answer</h3><p>${trustedHtml(context.inline(description))} These fields are in <code>data</code>:</p>
${fieldList(fieldsWithin(data, context.schemas), context)}`;
}

/** Returns the answers of an operation by status, each reference replaced by what it names. */
function responsesOf({ responses }: Operation, context: ReferenceContext): [status: string, response: Response][] {
  return Object.entries(responses).map(([status, given]) => {
    const response = '$ref' in given ? context.responses[given.$ref.split('/').pop() ?? ''] : given;
    if (response === undefined) throw new Error(`the answer ${status} is not described`);
    return [status, response];
  });
}

/** Lists the statuses of refusals, with a link for each code. */
function refusals(operation: Operation, context: ReferenceContext): Html {
  const others = responsesOf(operation, context).filter(([status]) => !status.startsWith('2'));
  const withLinks = (text: string) =>
    context.inline(text).replaceAll(/<code>([a-z_]+)<\/code>/g, '<a href="/docs/errors#$1"><code>$1</code></a>');
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
    const [, method = 'GET', path] =
      /^curl (?:-X (\w+) )?[\s\S]*?(\/(?:admin\/)?api\/v1\/[^?'"\s]+)/.exec(asked[0]?.code ?? '') ?? [];
    const answer = sets[index + 1]?.[0];
    if (path === undefined) return [];
    return [{ method, path, asked, answer: answer?.language === 'json' ? answer : undefined }];
  });
}

/** Says whether a sample's path is an operation's, which may hold names in braces. */
function isAt(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at]);
}
