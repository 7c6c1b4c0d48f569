import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { version } from '#lib/process/version.ts'
import { observeWith } from './observer.ts'
import { createTraces } from './traces.ts'

/** How long a stop waits for the last spans, in milliseconds. */
const STOP_MS = 2000
/** How often the log says that spans were dropped, in milliseconds. */
const TELL_MS = 600_000

type Settings = Pick<Env, 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>

/**
 * Sends traces of this process from here on. A receiver that fails costs its spans and a line of the log now and then.
 * @param url that takes traces: https://traces.example.com/v1/traces
 */
export function sendTraces(url: string, settings: Settings): { stop(): Promise<void> } {
  const { OTEL_SERVICE_NAME: name } = settings
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'counterfoil',
          'service.version': version(),
          'service.instance.id': randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(resourceFromAttributes(name === undefined ? {} : { 'service.name': name })),
    sampler: new ParentBasedSampler({ root: samplerOf(settings) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(new OTLPTraceExporter({ url }), url) })],
  })
  const stopObserving = observeWith(createTraces(provider.getTracer('counterfoil', version())))
  return {
    async stop() {
      stopObserving()
      await Promise.race([provider.shutdown(), sleep(STOP_MS)])
    },
  }
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Settings): Sampler {
  if (name.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(share)
  return name.endsWith('always_off') ? new AlwaysOffSampler() : new AlwaysOnSampler()
}

/** An exporter that says in the log when spans are dropped, and when they arrive again. */
function telling(exporter: OTLPTraceExporter, url: string): SpanExporter {
  const { origin } = new URL(url)
  let dropped = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function note(count: number, error: Error | undefined): void {
    if (error === undefined) {
      if (dropped > 0) log().info(`Traces are sent to ${origin} again.`)
      dropped = 0
      loggedAt = Number.NEGATIVE_INFINITY
      return
    }
    dropped += count
    if (performance.now() - loggedAt < TELL_MS) return
    loggedAt = performance.now()
    log().warn(
      `Traces cannot be sent to ${origin}: ${reasonOf(error)}. Spans dropped until now: ${dropped}. Start the receiver, or correct OTEL_EXPORTER_OTLP_ENDPOINT. Everything else goes on.`,
    )
  }

  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(spans.length, result.code === 0 ? undefined : (result.error ?? new Error('no reason given')))
        // What could be done about it is done.
        done({ code: 0 })
      })
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** The status of a response, or the code of the system; the texts of both sides may be long. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown }
  if (typeof code === 'number') return `the response had status ${code}`
  return typeof code === 'string' ? code : error.message.slice(0, 200)
}
