import { StatusMark } from '#components/logs/status-mark.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { ChevronRight } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AppCall } from '#lib/domain/connected-apps/schema.ts'
import { prettyJson } from '#lib/values/json.ts'

type AppCallsProps = {
  calls: AppCall[]
  /** Whether the viewer may open the log. */
  mayOpenLog: boolean
}

/** The requests of an app with their responses, each in a disclosure. */
export function AppCalls({ calls, mayOpenLog }: AppCallsProps) {
  return (
    <ul className="border-t border-line">
      {calls.map((call) => (
        <li key={call.id} className="border-b border-line">
          <details className="group">
            <summary className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-sunken">
              <ChevronRight
                aria-hidden="true"
                className="-mr-1.5 size-4 flex-none text-ink-3 group-open:rotate-90"
              />
              <span className="mono min-w-0 wrap-anywhere">{nameOf(call)}</span>
              <StatusMark status={call.status} />
              {call.error_reason && <span className="text-small text-ink-2">{call.error_reason}</span>}
              <span className="ml-auto text-small text-ink-2">
                <Time at={call.created_at} />
              </span>
            </summary>
            <div className="grid gap-3 pt-2 pb-4">
              <Body label="Arguments" text={call.request_body} of={call.id} />
              <Body label="Result" text={call.response_body} of={call.id} />
              <p className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
                {mayOpenLog && (
                  <Link href={`/logs/${call.id}`} className="link">
                    View in logs
                  </Link>
                )}
                {call.object_id && (
                  <Link href={`/${call.object_id}`} className="link mono">
                    {call.object_id}
                  </Link>
                )}
                <span>{call.duration_ms} ms</span>
              </p>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** The called tool, or method and path of the API. */
function nameOf({ source, method, path }: AppCall): string {
  return source === 'tool' ? path : `${method} ${path}`
}

/** Several calls may be open at once: the request id tells their bodies apart. */
function Body({ label, text, of }: { label: string; text: string | null; of: string }) {
  if (!text) return <p className="text-small text-ink-2">{label}: none.</p>
  return <CodeBlock label={label} name={`${label} of ${of}`} code={prettyJson(text)} />
}
