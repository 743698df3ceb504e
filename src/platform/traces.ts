import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

/** Values of an attribute. Names of the code, ids and amounts; never personal data, a secret or a parameter of a statement. */
export type Attributes = Record<string, string | number | boolean>;

export type SpanAbout = {
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  /** The traceparent to go on from; null begins a trace. Without it, the span stands beneath the current one. */
  parent?: string | null | undefined;
  attributes?: Attributes;
  /** Names an error. Its message is never sent: it may quote a row or a person. */
  kindOf?: (error: unknown) => string;
};

export type OpenSpan = {
  /** Runs this, and all that follows from it, with the span as the current one. */
  run<T>(work: () => T): T;
  /** `failure`: the kind of the error, if it failed. */
  end(attributes?: Attributes, failure?: string): void;
};

/** The spans of this process. They are sent to the collector in the background, and dropped while it does not take them. */
export type Traces = {
  begin(name: string, about: SpanAbout): OpenSpan;
  /** Runs `work` as a span. */
  span<T>(name: string, about: SpanAbout, work: () => Promise<T>): Promise<T>;
  /** Returns the current span as a W3C traceparent; null outside of any span. */
  current(): string | null;
  /** Returns true if there is a current span that will be sent. */
  isRecording(): boolean;
  /** Returns what a line of the log says of the current span. */
  ids(): { trace_id?: string; span_id?: string };
  /** Runs work that belongs to no span, such as that of a timer which a request sets. */
  outside<T>(work: () => T): T;
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>;
};

export type TracesOptions = {
  serviceName: string;
  version: string;
  /** The share of traces that are sent, from 0 to 1. */
  share: number;
  /** Headers of each call to the collector, as `name=value,…`. */
  headers: string;
  /** Called when the collector stops taking spans, and with null when it takes them again. */
  onTrouble: (error: Error | null) => void;
};

const STOP_MS_MAX = 2_000;
// A batch leaves this long after its first span, so that a trace can be looked at soon. The library's 5 s are meant for more spans.
const SEND_AFTER_MS = 1_000;
const SEND_MS_MAX = 10_000;
// About 4 MB. What comes beyond it, while the collector is away or slow, is dropped.
const WAITING_SPANS_MAX = 4_096;
const VALUE_CHARACTERS_MAX = 2_000; // a long statement

/**
 * Opens the traces of this process. The libraries are loaded here and nowhere else: a process without a collector pays nothing.
 * Where to send to, and with which time-out, the exporter reads from the standard variables `OTEL_EXPORTER_OTLP_…`, and the
 * resource from `OTEL_RESOURCE_ATTRIBUTES`.
 */
export async function openTraces(options: TracesOptions): Promise<Traces> {
  const { serviceName, version, share, headers, onTrouble } = options;
  const [api, sdk, { OTLPTraceExporter }, resources, { parseTraceParent, parseKeyPairsIntoRecord }] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ],
  );
  const byId = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.TracerProvider({
    // What a caller says about sending is not followed: anybody can call. The id alone decides, the same in every process.
    sampler: new sdk.ParentBasedSampler({ root: byId, remoteParentSampled: byId, remoteParentNotSampled: byId }),
    resource: resources
      .resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.resourceAttributesEnvDetector] })),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARACTERS_MAX },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: watched(new OTLPTraceExporter({ headers: parseKeyPairsIntoRecord(headers) }), onTrouble),
        scheduledDelayMillis: SEND_AFTER_MS,
        exportTimeoutMillis: SEND_MS_MAX,
        maxQueueSize: WAITING_SPANS_MAX,
      }),
    ],
  });
  const stop = async () => {
    const sent = provider.shutdown().catch(() => {}); // `onTrouble` was told
    await Promise.race([sent, sleep(STOP_MS_MAX, undefined, { ref: false })]);
  };
  return { ...createSpans(api, parseTraceParent, provider.getTracer('service')), stop };
}

type Api = typeof import('@opentelemetry/api');
type ParseTraceParent = typeof import('@opentelemetry/core').parseTraceParent;

function createSpans(api: Api, parseTraceParent: ParseTraceParent, tracer: Tracer): Omit<Traces, 'stop'> {
  const contexts = new AsyncLocalStorage<Context | undefined>();

  function contextOf(parent: string | null | undefined): Context {
    if (parent === undefined) return contexts.getStore() ?? api.ROOT_CONTEXT;
    const remote = parent === null ? null : parseTraceParent(parent);
    return remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true }) : api.ROOT_CONTEXT;
  }
  function currentSpan() {
    const context = contexts.getStore();
    return context && api.trace.getSpan(context);
  }
  function begin(name: string, { kind = 'internal', parent, attributes = {} }: SpanAbout): OpenSpan {
    const above = contextOf(parent);
    const span = tracer.startSpan(name, { kind: api.SpanKind[KINDS[kind]], attributes }, above);
    const within = api.trace.setSpan(above, span);
    return {
      run: (work) => contexts.run(within, work),
      end(more = {}, failure) {
        if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.setAttributes(failure === undefined ? more : { ...more, 'error.type': failure }).end();
      },
    };
  }

  return {
    begin,
    span: (name, about, work) => runAs(begin(name, about), about, work),
    current() {
      const about = currentSpan()?.spanContext();
      return about ? `00-${about.traceId}-${about.spanId}-0${about.traceFlags & api.TraceFlags.SAMPLED}` : null;
    },
    isRecording: () => currentSpan()?.isRecording() ?? false,
    ids() {
      const about = currentSpan()?.spanContext();
      return about ? { trace_id: about.traceId, span_id: about.spanId } : {};
    },
    outside: (work) => contexts.run(undefined, work),
  };
}

const KINDS = { internal: 'INTERNAL', server: 'SERVER', client: 'CLIENT', consumer: 'CONSUMER' } as const;

async function runAs<T>(span: OpenSpan, { kindOf }: SpanAbout, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, kindOf?.(error) ?? 'failed');
    throw error;
  }
}

/** Returns the exporter, and says when the collector stops taking spans and when it takes them again. */
function watched(exporter: SpanExporter, onTrouble: TracesOptions['onTrouble']): SpanExporter {
  let inTrouble = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const error = result.error ?? (result.code === 0 ? null : new Error('the collector took no spans'));
        if ((error !== null) !== inTrouble) onTrouble(error);
        inTrouble = error !== null;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
