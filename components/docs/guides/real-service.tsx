import { CONFORMANCE } from '#lib/api-docs/conformance.ts'
import { C, Facts, type GuideProps, Part } from './prose.tsx'

/** Where the specification and the SDKs leave a choice, the form that no parser of theirs rejects. */
const FORMS: [string, string][] = [
  ['notes', 'An object, or an empty array when there are none.'],
  [
    'acquirer_data of a refund',
    'An empty array until the bank returns a reference, then an object with arn, rrn or utr.',
  ],
  ['error of a transfer', 'Only in a failed transfer. No other successful response has error.'],
  ['fee, tax of a payment', 'null before capture.'],
  ['speed_processed of a refund', 'null while pending.'],
]

export function RealService(_: GuideProps) {
  const { clients, refused, missing, operations, features } = CONFORMANCE
  const steps = clients.reduce((sum, client) => sum + client.steps, 0)
  const all = clients.flatMap((client) => client.resources)
  const resources = [...new Set(all.map(({ name }) => name))].flatMap((name) => {
    const own = all.filter((counts) => counts.name === name)
    const sum = (of: 'steps' | 'passed' | 'refused') => own.reduce((total, counts) => total + counts[of], 0)
    return sum('passed') === 0
      ? []
      : [{ name, requests: sum('steps'), passed: sum('passed'), rejected: sum('refused') }]
  })
  return (
    <>
      <p>
        Change the host and the keys of your app; its requests stay as they are. Every figure on this page
        comes from {steps} requests recorded from public SDKs and plugins, replayed byte for byte in the tests
        of this server.
      </p>
      <Part id="clients" title="SDKs and plugins">
        <Facts
          caption="Recorded requests by client"
          heads={['Client', 'Version', 'Requests', 'Passed', 'Rejected by design', 'Not supported yet']}
          rows={clients.map((client) => [
            <a key={client.client} href={client.source} className="link">
              {client.client}
            </a>,
            client.version,
            client.steps,
            client.passed,
            client.refused,
            client.missing,
          ])}
        />
      </Part>
      <Part id="same" title="Compatible">
        <p>
          Paths, field names, status codes, the error format and webhook signatures. JSON and form bodies mean
          the same, and so do numbers and booleans sent as text.
        </p>
        <Facts
          caption="Recorded requests by resource"
          heads={['Resource', 'Requests', 'Passed', 'Rejected by design']}
          rows={resources.map(({ name, requests, passed, rejected }) => [
            name.replaceAll('-', ' '),
            requests,
            passed,
            rejected,
          ])}
        />
        <p>These operations and fields are the ones that the recorded requests use:</p>
        <Facts
          caption="Operations and fields that the SDKs use"
          heads={['Operation', 'Requests', 'Fields']}
          rows={operations
            .filter(({ requests }) => requests > 0)
            .map(({ method, path, requests, same }) => [
              <C key={path}>{`${method} ${path}`}</C>,
              requests,
              same.join(', '),
            ])}
        />
      </Part>
      <Part id="fields" title="Fields to read with care">
        <p>The parsers of the SDKs read all of these. Code of your own may expect another form:</p>
        <Facts
          caption="Fields whose form depends on their value"
          heads={['Field', 'Form']}
          rows={FORMS.map(([field, form]) => [<C key={field}>{field}</C>, form])}
        />
      </Part>
      <Part id="wider" title="Additional">
        <p>
          Lists also accept cursors and filters, and writes accept an idempotency key. These operations have
          no call in the SDKs:
        </p>
        <Facts
          caption="Operations without a call in the SDKs"
          heads={['Operation', 'Summary']}
          rows={operations
            .filter(({ requests }) => requests === 0)
            .map(({ method, path, summary }) => [<C key={path}>{`${method} ${path}`}</C>, summary])}
        />
        <p>These operations accept more fields than the recorded requests send:</p>
        <Facts
          caption="Fields that no recorded request sends"
          heads={['Operation', 'Fields']}
          rows={operations
            .filter(({ requests, wider }) => requests > 0 && wider.length > 0)
            .map(({ method, path, wider }) => [<C key={path}>{`${method} ${path}`}</C>, wider.join(', ')])}
        />
      </Part>
      <Part id="refused" title="Rejected">
        <p>
          A request for a feature that doesn't exist here fails with a 4xx status and the usual error body.
          Nothing is created. These fields return 400 with the reason <C>feature_not_supported</C> and the
          name of the field, unless they ask for nothing: null, false, 0 and empty values are ignored. A URL
          of such a feature returns 404 with the same reason.
        </p>
        <Facts
          caption="Features that are rejected by name"
          heads={['Feature', 'Fields', 'Operations']}
          rows={features.map(({ feature, fields, operations: lines }) => [
            feature,
            fields.join('; '),
            lines.join(', '),
          ])}
        />
        <p>These recorded requests are rejected:</p>
        <Facts
          caption="Rejected requests"
          heads={['Reason', 'Status', 'Calls']}
          rows={refused.map(({ why, status, steps: names }) => [why, status, names.join(', ')])}
        />
      </Part>
      {missing.length > 0 && (
        <Part id="missing" title="What is not supported yet">
          <Facts
            caption="Calls that are not supported yet"
            heads={['Call', 'Missing']}
            rows={missing.map(({ step, why }) => [<C key={step}>{step}</C>, why])}
          />
        </Part>
      )}
    </>
  )
}
