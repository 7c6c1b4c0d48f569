import type { Metadata } from 'next'
import { cache } from 'react'
import { resendRequestAction } from '#app/(dashboard)/logs/actions.ts'
import { Bodies } from '#components/logs/bodies.tsx'
import { requestedBy } from '#components/logs/log-labels.ts'
import { RequestStub } from '#components/logs/request-stub.tsx'
import { StatusMark } from '#components/logs/status-mark.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { getRequestDetails } from '#lib/domain/requests/get-details.ts'
import { hasLostBody, type RequestDetails } from '#lib/domain/requests/schema.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

const requestOf = cache((id: string) => read(getRequestDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/logs/[id]'>): Promise<Metadata> {
  const request = await requestOf((await params).id)
  return { title: `${request.status} ${requestedBy(request)} · Logs` }
}

export default async function RequestPage({ params, searchParams }: PageProps<'/logs/[id]'>) {
  const [{ id }, { repeats }, actor] = await Promise.all([params, searchParams, requireStaff()])
  const request = await requestOf(id)
  const why = request.replay_error?.description ?? null
  return (
    <>
      <Crumbs href="/logs" label="Logs" id={id} />
      <Slip stub={<RequestStub request={request} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="mono text-title font-semibold wrap-anywhere">{requestedBy(request)}</h1>
            <div className="mt-1.5 flex flex-wrap items-center gap-2.5 text-ink-2">
              <StatusMark status={request.status} />
              <Time at={request.created_at} />
            </div>
          </div>
          <Actions>
            {request.path.startsWith('/') && (
              <CopyButton value={curlOf(env().BASE_URL, request)}>Copy curl</CopyButton>
            )}
            <CopyButton value={`${env().BASE_URL}/logs/${id}`}>Copy link</CopyButton>
            {why === null ? (
              <ActionButton
                action={resendRequestAction}
                initial={openForm()}
                hidden={{ id }}
                pendingText="Resending…"
              >
                Resend
              </ActionButton>
            ) : (
              <DisabledAction reason={why}>Resend</DisabledAction>
            )}
          </Actions>
        </header>
        {why !== null && actor.account.mode === 'test' && (
          <p className="mt-3 text-small text-ink-2">Can't be resent: {lowered(why)}</p>
        )}
        {typeof repeats === 'string' && /^req_\w{14}$/.test(repeats) && (
          <div className="mt-4">
            <Notice role="status">
              Resend of <Id value={repeats} href={`/logs/${repeats}`} /> with a new idempotency key.
            </Notice>
          </div>
        )}
        <Explained request={request} />
        <Bodies request={request} />
      </Slip>
    </>
  )
}

function Explained({
  request: { error_reason, error_field, explanation, status },
}: {
  request: RequestDetails
}) {
  if (error_reason === null) return null
  return (
    <div className="mt-4">
      <Notice tone={status >= 500 ? 'bad' : 'wait'} title={<span className="mono">{error_reason}</span>}>
        <p>
          {explanation ?? 'This reason is no longer used.'}
          {error_field && (
            <>
              {' '}
              Field: <span className="mono">{error_field}</span>.
            </>
          )}
        </p>
        <p>
          <Link href={`/docs/errors#${error_reason}`} className="link">
            Explain this error
          </Link>
        </p>
      </Notice>
    </div>
  )
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** A logged request as a command that runs once the key is in the environment: it stays out of the shell's history. */
function curlOf(baseUrl: string, request: RequestDetails): string {
  const { method, path, request_body: body, request_headers: headers } = request
  const lines = [
    // Without -g curl takes the brackets of expand[]=card for a range.
    `curl ${path.includes('[') ? '-g ' : ''}${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + path)}`,
    '-u "$COUNTERFOIL_KEY_ID:$COUNTERFOIL_KEY_SECRET"',
  ]
  if (body && !hasLostBody(request)) {
    lines.push(`-H ${quoted(contentType(headers))}`)
    lines.push(`--data-raw ${quoted(body)}`)
  }
  const note = hasLostBody(request) ? '# The body is not in the log. Add it with --data-raw.\n' : ''
  return note + lines.join(' \\\n  ')
}

/** Without this header curl sends the content type of a form. An empty header sends none, as in the logged request. */
function contentType(headers: RequestDetails['request_headers']): string {
  if (headers === null) return 'Content-Type: application/json'
  const type = headers['content-type']
  return type === undefined ? 'Content-Type:' : `Content-Type: ${type}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
