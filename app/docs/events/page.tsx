import type { Metadata } from 'next'
import { Code } from '#components/docs/code.tsx'
import { signedIn } from '#lib/auth/staff.ts'
import { reference } from '#lib/surfaces/reference.ts'

export const metadata: Metadata = {
  title: 'Events',
  description: 'Webhook events, with an example of each.',
}

export default async function EventsPage() {
  const staff = await signedIn()
  return (
    <div className="max-w-[720px]">
      <h1 className="text-title font-semibold">Events</h1>
      <p className="mt-1 text-ink-2">
        Events are sent to your{' '}
        <a href="/docs/reference/webhooks" className="link">
          webhooks
        </a>{' '}
        and listed at <code className="mono">/v1/events</code>.{' '}
        <a href="/docs/guides/webhooks" className="link">
          How to verify a delivery
        </a>
      </p>
      {staff && (
        <p className="mt-1 text-ink-2">
          The{' '}
          <a href="/webhooks/catalogue" className="link">
            catalogue
          </a>{' '}
          shows the same with examples from your own data.
        </p>
      )}
      <ul className="mt-5 border-t border-line">
        {reference().events.map(({ name, summary, example }) => (
          <li key={name} id={name} className="scroll-mt-18 border-b border-line py-3 target:bg-accent-tint">
            <h2>
              <a href={`#${name}`} className="mono font-semibold hover:underline">
                {name}
              </a>
            </h2>
            <p className="text-ink-2">{summary}</p>
            <details className="mt-1">
              <summary className="link w-fit text-small">Example of {name}</summary>
              <div className="mt-2">
                <Code code={JSON.stringify(example, null, 2)} label={`${name}, JSON`} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
  )
}
