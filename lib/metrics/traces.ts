import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Observer, Watched } from './observer.ts'

/** The spans that work is part of: several for a joined statement, none in a trace that is not sampled. */
type Place = { spans: readonly Span[]; callers: number }

/** Longer statements are cut: those that write several things at once repeat themselves. */
const MAX_STATEMENT = 4000

/**
 * The observer that makes spans, named by the semantic conventions of OpenTelemetry. Requests, jobs and deliveries begin a
 * trace; operations, statements and calls to acquirers belong to the one that they are made in, and a statement outside of
 * one (the polls of a worker) has no span. Attributes are of closed lists, IDs of records, and statements without values:
 * no path, no header, no error text.
 *
 * The tracer is not registered with the API of OpenTelemetry: libraries that find one there add spans of their own, and
 * those of Next have the whole path, with the tokens of links.
 */
export function createTraces(tracer: Tracer): Observer {
  const places = new AsyncLocalStorage<Place>()

  /** A span at the top of a trace, or below `parent`. */
  function begin(name: string, kind: SpanKind, attributes: Attributes, parent?: Span, links?: Link[]): Span {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent)
    return tracer.startSpan(name, { kind, attributes, ...(links ? { links } : {}) }, context)
  }

  function watching<Ended>(span: Span, close: (ended: Ended) => void): Watched<Ended> {
    const place = { spans: span.isRecording() ? [span] : [], callers: 1 }
    return {
      within: (work) => places.run(place, work),
      end(ended) {
        close(ended)
        span.end()
      },
    }
  }

  /** A span below the one here, or a root where there is none. Undefined in a trace that is not sampled or has ended. */
  function beginHere(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
    const here = places.getStore()
    if (!here) return begin(name, kind, attributes)
    const parent = here.spans.find((span) => span.isRecording())
    return parent && begin(name, kind, attributes, parent)
  }

  return {
    request({ method, traceparent }) {
      const caller = traceparent === undefined ? null : readTraceparent(traceparent)
      const links = caller === null ? undefined : [{ context: caller }]
      const span = begin(method, SpanKind.SERVER, { 'http.request.method': method }, undefined, links)
      return watching(span, ({ route, status, aborted, request_id, account_id }) => {
        span.updateName(`${method} ${route}`)
        span.setAttributes({
          'http.route': route,
          'http.response.status_code': status ?? undefined,
          'counterfoil.request_id': request_id,
          'counterfoil.account_id': account_id,
        })
        if (aborted) fail(span, 'aborted')
        else if (status !== null && status >= 500) fail(span, String(status))
      })
    },
    operation({ name, actor, mode, account_id }) {
      const span = beginHere(name, SpanKind.INTERNAL, {
        'counterfoil.operation': name,
        'counterfoil.actor.kind': actor,
        'counterfoil.mode': mode,
        'counterfoil.account_id': account_id,
      })
      return (
        span &&
        watching(span, ({ error, isFault }) => {
          // What a caller did wrong is no fault of the server.
          if (error !== null && isFault) fail(span, error)
          else if (error !== null) span.setAttribute('error.type', error)
        })
      )
    },
    statement({ text }) {
      const here = places.getStore()
      const parents = here?.spans.filter((span) => span.isRecording()) ?? []
      if (!here || parents.length === 0) return undefined
      const summary = summaryOf(text)
      const spans = parents.map((parent) =>
        begin(
          summary,
          SpanKind.CLIENT,
          {
            'db.system.name': 'postgresql',
            'db.query.summary': summary,
            'db.query.text': text.length > MAX_STATEMENT ? `${text.slice(0, MAX_STATEMENT)}…` : text,
            ...(here.callers > 1 ? { 'db.operation.batch.size': here.callers } : {}),
          },
          parent,
        ),
      )
      return {
        within: (work) => work(),
        end({ error }) {
          for (const span of spans) {
            if (error !== null) fail(span.setAttribute('db.response.status_code', error), error)
            span.end()
          }
        },
      }
    },
    job({ queue, id, account_id }) {
      const span = begin(`process ${queue}`, SpanKind.CONSUMER, {
        'messaging.system': 'pg-boss',
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': queue,
        'messaging.message.id': id,
        'counterfoil.account_id': account_id,
      })
      return watching(span, ({ error }) => {
        if (error !== null) fail(span, error)
      })
    },
    delivery({ endpoint_id, event_id, event, account_id, number }) {
      const span = begin('POST webhook', SpanKind.CLIENT, {
        'http.request.method': 'POST',
        'http.request.resend_count': number - 1,
        'counterfoil.webhook.endpoint_id': endpoint_id,
        'counterfoil.event.id': event_id,
        'counterfoil.event.name': event,
        'counterfoil.account_id': account_id,
      })
      return watching(span, ({ result, status }) => {
        if (status !== null) span.setAttribute('http.response.status_code', status)
        if (result !== 'delivered') fail(span, result)
      })
    },
    acquirerCall({ call, acquirer, live }) {
      const span = beginHere(`acquirer ${call}`, SpanKind.CLIENT, {
        'counterfoil.acquirer.call': call,
        'counterfoil.acquirer.id': acquirer,
        'counterfoil.mode': live ? 'live' : 'test',
      })
      return (
        span &&
        watching(span, ({ outcome, error }) => {
          span.setAttribute('counterfoil.acquirer.outcome', outcome)
          if (error !== null) fail(span, error)
        })
      )
    },
    place: () => places.getStore(),
    forAll(of, work) {
      const there = of as (Place | undefined)[]
      return places.run({ spans: there.flatMap((place) => place?.spans ?? []), callers: of.length }, work)
    },
  }
}

function fail(span: Span, kind: string): void {
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * The caller's own span, as `traceparent` names it. A link and never the parent: the header of a stranger, which proxies
 * pass on as it came, would choose the ID of the trace and whether it is sampled.
 */
function readTraceparent(header: string): SpanContext | null {
  const [, traceId, spanId] =
    /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-[\da-f]{2}(?:$|-)/.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return null
  return { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
}

/** What a statement does, with the first table that it names: `SELECT payments`, `WITH orders`. */
function summaryOf(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    const [verb = ''] = /[a-z]+/i.exec(text) ?? []
    const table = TABLE.exec(text)?.slice(1).find(Boolean)
    summary = [verb.toUpperCase(), table].filter(Boolean).join(' ')
    if (summaries.size < 2000) summaries.set(text, summary)
  }
  return summary
}
const summaries = new Map<string, string>()

/** Written to, or read from: not a function (`FROM unnest(…)`), nor what `extract` and `IS DISTINCT` have. */
const TABLE =
  /\b(?:into|update)\s+(?:"?\w+"?\.)?"?([a-z]\w*)|(?<!\b(?:epoch|distinct)\s)\bfrom\s+(?:"?\w+"?\.)?"?([a-z]\w*)\b"?(?!\s*\(|\.)/i
