'use client'
import { useActionState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { Code } from './code.tsx'

/** The last try: the request, and its response with all headers. */
export type TryState = {
  problem: string | null
  values: Record<string, string>
  response: {
    request: string
    status: number
    headers: [string, string][]
    body: string
    requestId: string
    duration: number
  } | null
}

type TryItProps = {
  action: (before: TryState, form: FormData) => Promise<TryState>
  initial: TryState
  operation: string
  inputs: { name: string; label: string; place: 'path' | 'query'; required: boolean }[]
  hasBody: boolean
  changes: boolean
}

/**
 * The request as a form: sent for real in the test account of the reader. Without script the page comes back with the
 * response.
 */
export function TryIt({ action, initial, operation, inputs, hasBody, changes }: TryItProps) {
  const [{ problem, values, response }, formAction] = useActionState(action, initial)
  return (
    <>
      <form action={formAction} className="grid gap-3" key={response?.requestId}>
        <input type="hidden" name="operation" value={operation} />
        {inputs.map(({ name, label, place, required }) => (
          <Field
            key={name}
            label={<span className="mono">{label}</span>}
            aside={place === 'path' ? 'path' : 'query'}
            required={required}
          >
            {(control) => (
              <TextInput
                {...control}
                name={name}
                mono
                small
                maxLength={200}
                defaultValue={values[name] ?? ''}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        ))}
        {hasBody && (
          <Field label="Body" aside="JSON">
            {(control) => (
              <Textarea
                {...control}
                name="body"
                rows={Math.min(18, Math.max(4, (values.body ?? '').split('\n').length + 1))}
                className="mono"
                defaultValue={values.body ?? ''}
                spellCheck={false}
                maxLength={100_000}
              />
            )}
          </Field>
        )}
        {problem && (
          <p role="alert" className="text-small text-bad">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton pendingText="Sending…">Send request</SubmitButton>
          <p className="text-small text-ink-2">
            {changes
              ? 'This changes your test account. No real money moves.'
              : 'This reads from your test account.'}
          </p>
        </div>
      </form>
      <div role="status">{response && <TriedResponse response={response} />}</div>
    </>
  )
}

function TriedResponse({ response }: { response: NonNullable<TryState['response']> }) {
  const { request, status, headers, body, requestId, duration } = response
  return (
    <section
      aria-labelledby="came-back"
      className="mt-4 grid gap-3 border-t border-dashed border-line-strong pt-4"
    >
      <h3 id="came-back" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table font-semibold">
        Response
        <Pill tone={status < 300 ? 'good' : 'bad'}>{status}</Pill>
        <span className="num font-normal text-ink-3">{duration} ms</span>
      </h3>
      <p className="mono text-small break-all">{request}</p>
      <p className="text-small">
        Request ID <span className="mono">{requestId}</span>
      </p>
      <Code code={body} label="Response body" />
      <details>
        <summary className="link w-fit text-small">Headers</summary>
        <dl className="mono mt-2 grid gap-1 text-small break-all">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt className="inline text-ink-3">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
