import { CodeBlock } from '#components/ui/code-block.tsx'
import { hasLostBody, type RequestDetails } from '#lib/domain/requests/schema.ts'
import { prettyJson } from '#lib/values/json.ts'

/** Request and response: headers and bodies, as logged. */
export function Bodies({ request }: { request: RequestDetails }) {
  return (
    <div className="mt-5 grid gap-6">
      <Side
        title="Request"
        headers={request.request_headers}
        body={hasLostBody(request) ? null : request.request_body}
        none={noBodyWords(request)}
      />
      <Side
        title="Response"
        headers={request.response_headers}
        body={request.response_body}
        none="The response was a file or empty."
      />
      <p className="text-small text-ink-2">
        Secrets, passwords, account numbers and card numbers are redacted. Bodies are truncated after 8 KB,
        responses of reads after 2 KB.
      </p>
    </div>
  )
}

function noBodyWords(request: RequestDetails): string {
  if (hasLostBody(request))
    return 'The body was not stored: it was not read completely, or could not be checked for secrets.'
  return request.method === 'GET' ? 'GET requests have no body.' : 'No body.'
}

type SideProps = { title: string; headers: Record<string, string> | null; body: string | null; none: string }

function Side({ title, headers, body, none }: SideProps) {
  const id = title.toLowerCase()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <h2 id={id} className="text-table font-semibold">
        {title}
      </h2>
      {headers && Object.keys(headers).length > 0 && (
        <details>
          <summary className="link inline-block min-h-6 text-table">
            {Object.keys(headers).length} headers
          </summary>
          <dl className="mt-1.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
            {Object.entries(headers).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="mono text-ink-2">{name}</dt>
                <dd className="mono wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {body ? (
        <CodeBlock code={prettyJson(body)} label={`${title} body`} />
      ) : (
        <p className="text-ink-2">{none}</p>
      )}
    </section>
  )
}
